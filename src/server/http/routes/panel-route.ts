import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import type { PageSource } from '../page-cache.ts';
import { UNINDEXED } from '../security-headers.ts';
import { sendCachedPage } from './page-route.ts';

/** Paths of the panel. Any other path under /admin gets the same page with status 404. */
const PANEL_PATHS: ReadonlySet<string> = new Set([
  '/admin',
  '/admin/',
  ...['login', 'signup', ...Object.keys(SECTION_TITLES)].map((name) => `/admin/${name}`),
]);

/** Registers `GET /admin` and `/admin/*`: the panel's page, equal for all visitors. It loads its data from the API. */
export const registerPanelRoute = (app: FastifyInstance, pages: PageSource): void => {
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = PANEL_PATHS.has(request.url.split('?')[0] ?? '');
    reply.headers(UNINDEXED);
    reply.headers({ vary: 'accept-encoding', 'cache-control': 'no-store' });
    const page = await pages.get({ notFound: !known, bypassesMaintenance: false });
    return sendCachedPage(page, known ? 200 : 404, request, reply);
  };
  app.get('/admin', send);
  app.get('/admin/*', send);
};
