import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import type { PageSource } from '../page-cache.ts';
import { UNINDEXED } from '../security-headers.ts';
import { sendCachedPage } from './page-route.ts';

/** Addresses of the panel (specification section 2, design brief 8.1); any other below /admin is the same page with 404. */
const PANEL_PATHS: ReadonlySet<string> = new Set([
  '/admin',
  '/admin/',
  ...['login', 'signup', ...Object.keys(SECTION_TITLES)].map((name) => `/admin/${name}`),
]);

/** `GET /admin` and below: the panel's page, the same for whoever asks; what it shows it asks the API for. */
export const registerPanelRoute = (app: FastifyInstance, pages: PageSource): void => {
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = PANEL_PATHS.has(request.url.split('?')[0] ?? '');
    reply.headers(UNINDEXED);
    reply.headers({ vary: 'accept-encoding', 'cache-control': 'no-store' });
    const page = await pages.get({ notFound: !known, passes: false });
    return sendCachedPage(page, known ? 200 : 404, request, reply);
  };
  app.get('/admin', send);
  app.get('/admin/*', send);
};
