import { type StatusReport, statusAnswerSchema } from '#shared/contract/status.ts';
import type { BuildInfo } from '../../base/observability/build-info.ts';
import { bytesOf, emptyAnswer, type HttpServer, routeOf } from '../../http/route-schema.ts';
import type { BuiltPages } from '../../site/pages/built-pages.ts';
import { type CachedPage, createRenderingCache } from '../../site/pages/page-cache.ts';
import { sendSharedPage } from '../../site/pages/page-routes.ts';
import type { SiteSettings } from '../../site/settings/site-settings.ts';

/** Milliseconds for which the status page is not rendered again while no state changes. */
export const STATUS_PAGE_CACHE_MS = 30_000;

/**
 * Returns the states, used parts, incidents and causes of a report as one string to compare, without medians and last times: when a state
 * changes, the page is rendered anew and never lags behind `GET /api/status`.
 */
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
 * Creates a function that returns the status page: one rendering for all visitors for at most STATUS_PAGE_CACHE_MS, or until a setting or a
 * state of the report changes. `now` returns milliseconds since 1970.
 */
export const createStatusPage = (
  write: BuiltPages['writeStatusPage'],
  settings: Pick<SiteSettings, 'current'>,
  report: () => Promise<StatusReport>,
  now: () => number = Date.now,
): (() => Promise<CachedPage>) => {
  const rendered = createRenderingCache();
  return async () => {
    const [current, site] = [await report(), settings.current()];
    const basis = [site, statesOf(current), Math.floor(now() / STATUS_PAGE_CACHE_MS)];
    return rendered('status', basis, () => write(site, current, new Date(now()).toISOString()));
  };
};

/**
 * Registers `GET /status`, the status page, and `GET /api/status`, its data: the state of previews and downloads now and
 * in the last thirty days. Both are equal for all visitors and available during maintenance.
 */
export const registerStatusRoutes = (
  app: HttpServer,
  page: () => Promise<CachedPage>,
  report: () => Promise<StatusReport>,
  build: BuildInfo,
): void => {
  const schema = {
    summary: 'Returns the status page',
    response: { 200: bytesOf('text/html'), 304: emptyAnswer },
  };
  app.get('/status', { schema }, async (request, reply) => sendSharedPage(await page(), request, reply));
  app.get(
    '/api/status',
    routeOf({}, 'Returns the state of previews and downloads', { response: { 200: statusAnswerSchema } }),
    async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ ...(await report()), ...build }),
  );
};
