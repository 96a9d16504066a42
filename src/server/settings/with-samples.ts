import type { Site } from '#shared/contract/site.ts';
import type { SiteSettings } from './site-settings.ts';

/**
 * Wraps the site settings so that the page offers samples only while the sample engine is on. `offered` is called on every
 * read; `current` returns the same object until the settings or `offered` change.
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
