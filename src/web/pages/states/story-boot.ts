import type { Site } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-defaults.ts';
import type { Story } from './story.ts';

/** The moment every story's clock stands at, and a day before it. */
export const STORY_NOW = Date.UTC(2026, 2, 2, 10, 0, 0);
const UPDATED_AT = '2026-03-01T09:30:00.000Z';

/** The settings of an untouched site with an address, changed by `more`. */
export const siteWith = (more: Partial<Site> = {}): Site => ({
  ...defaultSite({ updatedAt: UPDATED_AT, samples: true, contactEmail: 'owner@harbour.example' }),
  ...more,
});

/** The settings of the site a story shows. */
export const siteOf = (story: Story): Site => siteWith(story.site);

/** Where the stories are served; one by its name behind it, or in `state`. */
export const STATES_PATH = '/dev/states';

/** The name of the story an address asks for, or null for the list. */
export function storyNameIn(url: URL): string | null {
  const behind = url.pathname.startsWith(`${STATES_PATH}/`) ? url.pathname.slice(STATES_PATH.length + 1) : '';
  return behind || url.searchParams.get('state');
}
