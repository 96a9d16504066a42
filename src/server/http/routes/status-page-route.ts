import type { FastifyInstance } from 'fastify';
import { matchesEtag } from '../etag.ts';
import type { StatusPageSource } from '../status-page-cache.ts';
import { sendCachedPage } from './page-route.ts';

/**
 * Registers `GET /status`: the status page, equal for all visitors. It stays available during maintenance and shows the
 * notice.
 */
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
