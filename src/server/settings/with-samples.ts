import type { Site } from '#shared/contract/site.ts';
import type { SiteSettings } from './site-settings.ts';

/**
 * The site settings as they are shown: the page offers samples only while the engine that has them is asked. `offered` is
 * read at every look; `current` gives the same object until one of the two changes.
 */
export const withSamples = (settings: SiteSettings, offered: () => boolean): SiteSettings => {
  let from: Site | null = null;
  let shown: Site | null = null;
  return {
    ...settings,
    current() {
      const site = settings.current();
      const samples = offered();
      if (shown === null || from !== site || shown.samples !== samples) {
        from = site;
        shown = { ...site, samples };
      }
      return shown;
    },
  };
};
