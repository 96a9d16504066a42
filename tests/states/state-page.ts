import type { PageAssets, RenderPage } from '#shared/contract/page.ts';
import type { CATALOGUE } from './catalogue.ts';
import { STATES_PATH, siteOf, storyNameIn } from './story-boot.ts';

/** Source files of the script that plays stories and of the catalogue of stories. */
export const STATES_ENTRY = 'tests/states/states.tsx';
export const STATES_CATALOGUE = 'tests/states/catalogue.ts';

export interface StatePageInput {
  readonly url: URL;
  readonly assets: PageAssets;
  readonly render: RenderPage;
  readonly stories: typeof CATALOGUE;
}

/** Returns whether a path belongs to the stories. */
export const isStatesPath = (address: string): boolean => {
  const path = address.split('?')[0] ?? '';
  return path === STATES_PATH || path.startsWith(`${STATES_PATH}/`);
};

/**
 * Renders the document of a story: the public page with the story's site settings, and the script that plays it in place of the
 * page's own. Returns links to all stories for a URL without one, and null for an unknown story.
 */
export function statePage({ url, assets, render, stories }: StatePageInput): string | null {
  const name = storyNameIn(url);
  if (name === null)
    return `<!doctype html><title>States</title>${stories
      .map((story) => `<p><a href="${STATES_PATH}/${story.name}">${story.name}</a>`)
      .join('')}`;
  const story = stories.find((one) => one.name === name);
  if (story === undefined) return null;
  return render({
    site: siteOf(story),
    assets,
    publicUrl: url.origin,
    notFound: story.notFound === true,
    bypassesMaintenance: story.passes === true,
    previewsPerMinute: 20,
  });
}
