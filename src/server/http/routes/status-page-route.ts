import type { FastifyInstance } from 'fastify';
import { matchesEtag } from '../etag.ts';
import type { StatusPageSource } from '../status-page-cache.ts';
import { sendCachedPage } from './page-route.ts';

/** `GET /status`: the status as a page, the same for everybody. Maintenance leaves it open: it says so itself. */
export const registerStatusPageRoute = (app: FastifyInstance, pages: StatusPageSource): void => {
  app.get('/status', async (request, reply) => {
    const page = await pages.get();
    reply.headers({ vary: 'accept-encoding', etag: page.etag, 'cache-control': 'no-cache' });
    if (!matchesEtag(request.headers['if-none-match'], page.etag))
      return sendCachedPage(page, 200, request, reply);
    if (page.policy !== null) reply.header('content-security-policy', page.policy);
    return reply.code(304).send();
  });
};
