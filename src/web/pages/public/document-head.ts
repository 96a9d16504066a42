import { hero } from '#messages/hero.ts';
import { LANGUAGE } from '#messages/language.ts';
import { pageHead } from '#messages/page-head.ts';
import { sitePath } from '#shared/base-path.ts';
import type { InlineFile, PageAssets, PageInput } from '#shared/contract/page.ts';
import type { Site } from '#shared/contract/site.ts';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { text } from '#shared/messages/text.ts';
import {
  APP_ICONS,
  CANVAS_COLORS,
  faviconPath,
  SHARE_PICTURE,
  SHARED_TEXT_NAME,
  TOUCH_ICON_PATH,
} from '#shared/sharing.ts';
import { documentTitle } from './document-title.ts';

/** Returns the attribute `data-base` with the path below which the site lies, for the page's scripts; empty for a site at the root. */
const baseAttribute = (): string => (sitePath('') === '' ? '' : ` data-base="${escapeHtml(sitePath(''))}"`);

/** Returns a complete HTML document. `tags` are the tags of the head after the title, `bodyLines` the markup inside the body. */
export const htmlDocument = (title: string, tags: readonly string[], bodyLines: readonly string[]): string =>
  [
    '<!doctype html>',
    `<html lang="${LANGUAGE}" dir="ltr"${baseAttribute()}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(title)}</title>`,
    ...tags,
    '</head>',
    '<body>',
    ...bodyLines,
    '</body>',
    '</html>',
    '',
  ].join('\n');

/**
 * Serialises a value as JSON for a data block in a script tag. The result cannot end the block, open a comment or break an older script
 * parser.
 */
export const dataBlock = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const integrity = (value: string): string => (value === '' ? '' : ` integrity="${escapeHtml(value)}"`);

/**
 * Returns the tag of the theme script, a classic blocking script, because the theme must be set before the first paint. The Content
 * Security Policy allows exactly the text of the script, so the tag must contain nothing else.
 */
const themeTag = (themeScript: PageAssets['themeScript']): string =>
  'text' in themeScript
    ? `<script>${themeScript.text}</script>`
    : `<script src="${escapeHtml(themeScript.src)}"${integrity(themeScript.integrity)}></script>`;

const styleTag = (style: InlineFile | null): string[] => (style ? [`<style>${style.text}</style>`] : []);

/** Returns the tags that load the files of a page. */
const assetTags = ({ themeScript, inlineStyle, scripts, styles, fonts }: PageAssets): string[] => [
  themeTag(themeScript),
  ...fonts.map(
    (href) => `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin>`,
  ),
  ...styleTag(inlineStyle),
  ...styles.map(
    (style) => `<link rel="stylesheet" href="${escapeHtml(style.href)}"${integrity(style.integrity)}>`,
  ),
  ...scripts.map(
    (script) =>
      // The priority is low, because the style and the font come first and nothing on the page waits for the script.
      `<script type="module" fetchpriority="low" src="${escapeHtml(script.src)}"${integrity(script.integrity)}></script>`,
  ),
];

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}">`;

/**
 * Alternative text of the sharing picture: the headline in the picture. The site's title, which the picture also shows, is in another tag.
 */
const PICTURE_TEXT = text(hero, 'headline').replaceAll('\u00a0', ' ');

/** Returns the Open Graph and Twitter tags for shared links. */
const sharingTags = (site: Site, pageUrl: string, pictureUrl: string): string[] => [
  meta('property', 'og:type', 'website'),
  meta('property', 'og:site_name', site.title),
  meta('property', 'og:title', documentTitle(site)),
  meta('property', 'og:description', text(pageHead, 'description')),
  meta('property', 'og:url', pageUrl),
  meta('property', 'og:locale', text(pageHead, 'openGraphLocale')),
  meta('property', 'og:image', pictureUrl),
  meta('property', 'og:image:type', 'image/png'),
  meta('property', 'og:image:width', String(SHARE_PICTURE.width)),
  meta('property', 'og:image:height', String(SHARE_PICTURE.height)),
  meta('property', 'og:image:alt', PICTURE_TEXT),
  meta('name', 'twitter:card', 'summary_large_image'),
  meta('name', 'twitter:title', documentTitle(site)),
  meta('name', 'twitter:description', text(pageHead, 'description')),
  meta('name', 'twitter:image', pictureUrl),
  meta('name', 'twitter:image:alt', PICTURE_TEXT),
];

/** Returns the schema.org data for search engines. The data contain no rating, because no rating has been measured. */
const structuredData = (site: Site, pageUrl: string, publicUrl: string): object => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'WebApplication',
      '@id': `${pageUrl}#app`,
      name: site.title,
      url: pageUrl,
      description: text(pageHead, 'description'),
      applicationCategory: 'MultimediaApplication',
      operatingSystem: 'Any',
      inLanguage: LANGUAGE,
      isAccessibleForFree: true,
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
      publisher: { '@id': `${pageUrl}#organization` },
    },
    {
      '@type': 'Organization',
      '@id': `${pageUrl}#organization`,
      name: site.title,
      url: pageUrl,
      logo: new URL(site.logoPath ?? sitePath(APP_ICONS[1].path), publicUrl).href,
      ...(site.socialLinks.length === 0 ? {} : { sameAs: site.socialLinks.map(({ url }) => url) }),
    },
  ],
});

/** Returns the canonical link, the sharing tags and the structured data. A page at an unknown path must not have them. */
const identityTags = (site: Site, publicUrl: string): string[] => {
  const pageUrl = `${publicUrl}/`;
  return [
    `<link rel="canonical" href="${escapeHtml(pageUrl)}">`,
    ...sharingTags(site, pageUrl, publicUrl + SHARE_PICTURE.path),
    `<script type="application/ld+json">${dataBlock(structuredData(site, pageUrl, publicUrl))}</script>`,
  ];
};

/** Returns the tags for the browser's UI colours, which the theme script later updates. */
const colourTags = (): string[] => [
  '<meta name="color-scheme" content="light dark">',
  ...(['light', 'dark'] as const).map(
    (theme) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${theme})" content="${CANVAS_COLORS[theme]}">`,
  ),
];

/** Returns the head tags that every page has: the browser's UI colours, scripts, styles, fonts and the icon. */
export const commonTags = ({ site, assets }: Pick<PageInput, 'site' | 'assets'>): string[] => [
  ...colourTags(),
  ...assetTags(assets),
  // The tag has no type, because the page would have to change the type together with the address.
  `<link rel="icon" href="${escapeHtml(faviconPath(site.logoPath))}">`,
];

/** Returns the tags of the public page's head. The theme script reads the shared text, so that comes first. */
export const publicTags = ({
  site,
  assets,
  publicUrl,
  notFound,
  addressLink = '',
  isShared = false,
}: PageInput): string[] => [
  ...(isShared ? [meta('name', SHARED_TEXT_NAME, addressLink)] : []),
  meta('name', 'description', text(pageHead, 'description')),
  ...commonTags({ site, assets }),
  `<link rel="apple-touch-icon" href="${escapeHtml((site.logoPath ?? sitePath('')) + TOUCH_ICON_PATH)}">`,
  meta('name', 'application-name', site.title),
  meta('name', 'apple-mobile-web-app-title', site.title),
  ...(notFound ? [meta('name', 'robots', 'noindex')] : identityTags(site, publicUrl)),
];
