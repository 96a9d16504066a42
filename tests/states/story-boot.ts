import type { Site } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import type { Story } from './story.ts';

/** Time at which every story's clock is frozen (ms since 1970). */
export const STORY_NOW = Date.UTC(2026, 2, 2, 10, 0, 0);
const UPDATED_AT = '2026-03-01T09:30:00.000Z';

/** Returns the settings of a fresh site with a contact address, overridden by `more`. */
export const siteWith = (more: Partial<Site> = {}): Site => ({
  ...defaultSite({
    updatedAt: UPDATED_AT,
    samples: true,
    readsStories: true,
    contactEmail: 'owner@harbour.example',
  }),
  ...more,
});

/** Returns the site settings of a story. */
export const siteOf = (story: Story): Site => siteWith(story.site);

/** Path of the list of stories. A story has its name appended to it. */
export const STATES_PATH = '/dev/states';

/** Returns the name of the story in a URL, or null for the list. */
export function storyNameIn(url: URL): string | null {
  return url.pathname.startsWith(`${STATES_PATH}/`) ? url.pathname.slice(STATES_PATH.length + 1) : null;
}
