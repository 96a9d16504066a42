import { TEXT_PAGES, textPagePath } from '#shared/contract/legal-texts.ts';
import { bytesOf, empty, type HttpServer } from '../../http/route-schema.ts';
import { sendSharedPage } from './page-routes.ts';
import type { TextPageSource } from './text-page-cache.ts';

/**
 * Registers `GET /help` and the pages under `/legal`. They are equal for all visitors and available during maintenance,
 * because the terms and the way to send a notice apply then too.
 */
export const registerTextPageRoutes = (app: HttpServer, pages: TextPageSource): void => {
  const response = { 200: bytesOf('text/html'), 304: empty };
  for (const page of TEXT_PAGES) {
    const summary = page === 'help' ? 'Returns the help page' : `Returns the legal page “${page}”`;
    app.get(textPagePath(page), { schema: { summary, response } }, async (request, reply) =>
      sendSharedPage(await pages.get(page), request, reply),
    );
  }
};
