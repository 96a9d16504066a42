import { LANGUAGE } from '#messages/language.ts';
import { panelFrame } from '#messages/panel-frame.ts';
import type { RenderPage } from '#shared/contract/page.ts';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { text } from '#shared/messages/text.ts';
import { dataBlock } from '../public/data-block.ts';
import { commonTags } from '../public/document-head.ts';

/** Renders the HTML document of the panel. It contains only public settings, so it is identical for everyone. */
export const panelDocument: RenderPage = ({ site, assets }) => `<!doctype html>
<html lang="${LANGUAGE}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(text(panelFrame, 'documentTitle', { page: text(panelFrame, 'name'), site: site.title }))}</title>
<meta name="robots" content="noindex">
${commonTags({ site, assets }).join('\n')}
</head>
<body>
<div id="root"></div>
<noscript><p>${escapeHtml(text(panelFrame, 'noScript', { site: site.title }))}</p></noscript>
<script type="application/json" id="site">${dataBlock(site)}</script>
</body>
</html>
`;
