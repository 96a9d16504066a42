import { legalTextOf, type TextPage } from '#shared/contract/legal-texts.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { CachedPage } from './page-cache.ts';

export interface TextPageSource {
  get(page: TextPage): Promise<CachedPage>;
}

/** Renders the help page or a legal page. `ownText` is the owner's own text as sanitised HTML; empty for the default text. */
export type WriteTextPage = (site: Site, page: TextPage, ownText: string) => Promise<CachedPage>;

/**
 * Creates a cache that renders the help page and each legal page on its first request and stores it until a setting changes. Concurrent
 * requests share one rendering.
 */
export const createTextPageCache = (
  write: WriteTextPage,
  settings: Pick<SiteSettings, 'current' | 'legalTexts'>,
): TextPageSource => {
  const cache = new Map<TextPage, { readonly site: Site; readonly page: Promise<CachedPage> }>();
  return {
    get(name) {
      const site = settings.current();
      const cached = cache.get(name);
      if (cached?.site === site) return cached.page;
      const page = write(site, name, name === 'help' ? '' : settings.legalTexts()[legalTextOf(name)]);
      cache.set(name, { site, page });
      page.catch(() => {
        if (cache.get(name)?.page === page) cache.delete(name);
      });
      return page;
    },
  };
};
