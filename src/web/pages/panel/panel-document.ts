import { panelFrame } from '#messages/panel-frame.ts';
import type { RenderPage } from '#shared/contract/page.ts';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { text } from '#shared/messages/text.ts';
import { commonTags, dataBlock, htmlDocument } from '../public/document-head.ts';

/** Renders the HTML document of the panel. The document contains only public settings, so it is the same for every account. */
export const panelDocument: RenderPage = ({ site, assets }) =>
  htmlDocument(
    text(panelFrame, 'documentTitle', { page: text(panelFrame, 'name'), site: site.title }),
    ['<meta name="robots" content="noindex">', ...commonTags({ site, assets })],
    [
      '<div id="root"></div>',
      `<noscript><p>${escapeHtml(text(panelFrame, 'noScript', { site: site.title }))}</p></noscript>`,
      `<script type="application/json" id="site">${dataBlock(site)}</script>`,
    ],
  );
