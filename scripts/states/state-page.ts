import type { PageAssets, RenderPage } from '#shared/contract/page.ts';
import type { findStory } from '../../src/web/dev-states/catalogue.ts';
import { STATES_PATH, siteOf, storyNameIn } from '../../src/web/dev-states/story-boot.ts';

/** Source files of the gallery's script and of the catalogue of stories. */
export const STATES_ENTRY = 'src/web/states.tsx';
export const STATES_CATALOGUE = 'src/web/dev-states/catalogue.ts';

export interface StatePageInput {
  readonly url: URL;
  readonly assets: PageAssets;
  readonly render: RenderPage;
  readonly findStory: typeof findStory;
}

/** Returns whether a path belongs to the state gallery. */
export const isStatesPath = (address: string): boolean => {
  const path = address.split('?')[0] ?? '';
  return path === STATES_PATH || path.startsWith(`${STATES_PATH}/`);
};

const integrityAttribute = (integrity: string): string =>
  integrity === '' ? '' : ` integrity="${integrity}"`;

const listDocument = ({ themeScript, inlineStyle, styles, scripts }: PageAssets): string => `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>States</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${
  'text' in themeScript
    ? `<script>${themeScript.text}</script>`
    : `<script src="${themeScript.src}"></script>`
}
${inlineStyle ? `<style>${inlineStyle.text}</style>` : ''}
${styles.map(({ href }) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${scripts.map(({ src, integrity }) => `<script type="module" src="${src}"${integrityAttribute(integrity)}></script>`).join('\n')}
</head>
<body><div id="root"></div></body>
</html>
`;

/**
 * Renders the document for a URL of the gallery: the public page with the story's site settings and the gallery's
 * script in place of the page's own, or the list of stories for a URL without a story. Returns null for an unknown
 * story.
 */
export function statePage({ url, assets, render, findStory: find }: StatePageInput): string | null {
  const name = storyNameIn(url);
  if (name === null) return listDocument(assets);
  const story = find(name);
  if (story === null) return null;
  return render({
    site: siteOf(story),
    assets,
    publicUrl: url.origin,
    notFound: story.notFound === true,
    bypassesMaintenance: story.passes === true,
  });
}
