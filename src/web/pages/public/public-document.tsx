import { renderToString } from 'react-dom/server';
import type { PageAssets, PageInput, RenderPage } from '#shared/contract/page.ts';
import { HEAD } from '#shared/section-messages.ts';
import { FeatureList } from '../../features/chrome/feature-list.tsx';
import { PublicPage, type ServerParts } from './public-page.tsx';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** JSON for a data block: nothing in it can end the block, open a comment or break an older script parser. */
const dataBlock = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const integrity = (value: string): string => (value === '' ? '' : ` integrity="${escapeHtml(value)}"`);

const assetTags = ({ themeScript, scripts, styles, fonts }: PageAssets): string =>
  [
    // Classic and blocking: the theme must stand before anything is painted.
    `<script src="${escapeHtml(themeScript.src)}"${integrity(themeScript.integrity)}></script>`,
    ...fonts.map(
      (href) => `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...styles.map(
      (style) => `<link rel="stylesheet" href="${escapeHtml(style.href)}"${integrity(style.integrity)}>`,
    ),
    ...scripts.map(
      (script) =>
        `<script type="module" src="${escapeHtml(script.src)}"${integrity(script.integrity)}></script>`,
    ),
  ].join('\n');

const headOf = ({ site, assets, publicUrl, notFound }: PageInput): string => {
  const canonical = new URL('/', publicUrl).href;
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(`${site.title}: ${HEAD.titleTail}`)}</title>
<meta name="description" content="${escapeHtml(HEAD.description)}">
${notFound ? '<meta name="robots" content="noindex">' : `<link rel="canonical" href="${escapeHtml(canonical)}">`}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fafaf7">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1210">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${assetTags(assets)}`;
};

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
${headOf(input)}
</head>
<body>
<div id="root">${body}</div>
<script type="application/json" id="site">${dataBlock(boot)}</script>
</body>
</html>
`;
};
