import type { Site } from '#shared/contract/site.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { CachedPage } from './page-cache.ts';

/** Cache time of the rendered /status page while no state changes. */
export const STATUS_PAGE_CACHE_MS = 30_000;

export interface StatusPageSource {
  get(): Promise<CachedPage>;
}

/** Renders the public status page from the status report; `at` is the current time in ISO 8601. */
export type WriteStatusPage = (site: Site, report: StatusReport, at: string) => Promise<CachedPage>;

/** Returns what the page must not say later than `GET /api/status`, as one string to compare: every state, without times. */
const statesOf = ({ previews, downloads, engines, used, incidents, causes }: StatusReport): string =>
  JSON.stringify([
    [...Object.values(previews), downloads, ...engines].map(({ state, lastSeen }) => [
      state,
      lastSeen === null,
    ]),
    used,
    incidents,
    causes,
  ]);

/**
 * Creates a cache that serves one rendering of the status page to all visitors for a short time, or until a setting or a
 * state of the report changes. Concurrent requests share one rendering. `now` returns milliseconds since 1970.
 */
export const createStatusPageCache = (
  write: WriteStatusPage,
  settings: Pick<SiteSettings, 'current'>,
  report: () => Promise<StatusReport>,
  now: () => number = Date.now,
): StatusPageSource => {
  let cached: {
    readonly site: Site;
    readonly states: string;
    readonly madeAt: number;
    readonly page: Promise<CachedPage>;
  } | null = null;
  return {
    async get() {
      const current = await report();
      const states = statesOf(current);
      const site = settings.current();
      const last = cached?.site === site && cached.states === states ? cached : null;
      // Absolute difference, so that a clock that is set back does not extend the lifetime.
      if (last !== null && Math.abs(now() - last.madeAt) < STATUS_PAGE_CACHE_MS) return last.page;
      const page = write(site, current, new Date(now()).toISOString());
      cached = { site, states, madeAt: now(), page };
      page.catch(() => {
        if (cached?.page === page) cached = null;
      });
      return page;
    },
  };
};
