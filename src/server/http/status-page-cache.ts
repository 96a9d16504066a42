import type { Site } from '#shared/contract/site.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import { STATUS_PAGE_CACHE_MS } from '#shared/status-limits.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { CachedPage } from './page-cache.ts';

/** Gives the status page. */
export interface StatusPageSource {
  get(): Promise<CachedPage>;
}

/** Writes the page of a report; `at` is now as an ISO date and time. */
export type WriteStatusPage = (site: Site, report: StatusReport, at: string) => Promise<CachedPage>;

/**
 * Keeps the page for a while as it was written, for everybody who asks; a change of the settings makes it anew at once.
 * Requests that come while it is made share the work. `now` gives milliseconds since 1970.
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
      // A clock that was put back must not keep it for as long as that.
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
