import { legalTextOf, TEXT_PAGES, type TextPage, textPagePath } from '#shared/contract/legal-texts.ts';
import { bytesOf, emptyAnswer, type HttpServer, routeOf } from '../../http/route-schema.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { BuiltPages } from './built-pages.ts';
import { type CachedPage, createRenderingCache } from './page-cache.ts';
import { sendSharedPage } from './page-routes.ts';

/** Returns the function that returns the help page or a legal page. Each page is rendered once and kept until a setting changes. */
export const createTextPages = (
  write: BuiltPages['writeTextPage'],
  settings: Pick<SiteSettings, 'current' | 'stored'>,
): ((page: TextPage) => Promise<CachedPage>) => {
  const rendered = createRenderingCache();
  return (page) => {
    const site = settings.current();
    return rendered(page, [site], () =>
      write(site, page, page === 'help' ? '' : settings.stored()[legalTextOf(page)]),
    );
  };
};

/**
 * Registers `GET /help` and the pages under `/legal`. They are equal for all visitors and available during maintenance,
 * because the terms and the way to send a notice apply then too.
 */
export const registerTextPageRoutes = (app: HttpServer, pages: ReturnType<typeof createTextPages>): void => {
  const response = { 200: bytesOf('text/html'), 304: emptyAnswer };
  for (const page of TEXT_PAGES) {
    const summary = page === 'help' ? 'Returns the help page' : `Returns the legal page “${page}”`;
    app.get(textPagePath(page), routeOf({}, summary, { response }), async (request, reply) =>
      sendSharedPage(await pages(page), request, reply),
    );
  }
};
