import { renderToString } from 'react-dom/server';
import type { RenderPage } from '#shared/contract/page.ts';
import { FeatureList } from '../../features/chrome/feature-list.tsx';
import { documentHead } from './document-head.ts';
import { PublicPage, type ServerParts } from './public-page.tsx';
import { dataBlock } from './safe-text.ts';

const PARTS: ServerParts = {
  features: <FeatureList id="features" />,
  before: null,
  after: null,
  footer: null,
};

/**
 * Gives the public page as a whole HTML document, without inline script or style, so that its policy needs no nonce.
 * Equal input gives an equal string within a calendar year (the copyright line names the year).
 */
export const publicDocument: RenderPage = (input) => {
  const { site, notFound } = input;
  const boot = { site, notFound, year: new Date().getFullYear() };
  const body = renderToString(<PublicPage {...boot} parts={PARTS} />);
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
${documentHead(input)}
</head>
<body>
<div id="root">${body}</div>
<script type="application/json" id="site">${dataBlock(boot)}</script>
</body>
</html>
`;
};
