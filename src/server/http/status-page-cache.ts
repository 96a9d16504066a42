import type { Site } from '#shared/contract/site.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { CachedPage } from './page-cache.ts';

/** Cache time of the rendered /status page. */
export const STATUS_PAGE_CACHE_MS = 30_000;

/** Source of the status page. */
export interface StatusPageSource {
  get(): Promise<CachedPage>;
}

/** Renders the public status page from the status report; `at` is the current time in ISO 8601. */
export type WriteStatusPage = (site: Site, report: StatusReport, at: string) => Promise<CachedPage>;

/**
 * Creates a cache that serves one rendering of the status page to all visitors for a short time, or until a setting
 * changes. Concurrent requests share one rendering. `now` returns milliseconds since 1970.
 */
export const createStatusPageCache = (
  write: WriteStatusPage,
  settings: Pick<SiteSettings, 'current'>,
  report: () => Promise<StatusReport>,
  now: () => number = Date.now,
): StatusPageSource => {
  let cached: { readonly site: Site; readonly madeAt: number; readonly page: Promise<CachedPage> } | null =
    null;
  const writePage = async (site: Site): Promise<CachedPage> =>
    write(site, await report(), new Date(now()).toISOString());
  return {
    get() {
      const site = settings.current();
      // Absolute difference, so that a clock that is set back does not extend the lifetime.
      if (cached?.site === site && Math.abs(now() - cached.madeAt) < STATUS_PAGE_CACHE_MS) return cached.page;
      const page = writePage(site);
      cached = { site, madeAt: now(), page };
      page.catch(() => {
        if (cached?.page === page) cached = null;
      });
      return page;
    },
  };
};
