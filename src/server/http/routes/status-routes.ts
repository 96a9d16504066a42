import { type StatusReport, statusReportSchema } from '#shared/contract/status.ts';
import { matchesEtag } from '../etag.ts';
import { bytesOf, empty, type HttpServer } from '../route-schema.ts';
import type { StatusPageSource } from '../status-page-cache.ts';
import { sendCachedPage } from './page-routes.ts';

/**
 * Registers `GET /status`, the status page, and `GET /api/status`, its data: the state of previews and downloads now and
 * in the last thirty days. Both are equal for all visitors and available during maintenance.
 */
export const registerStatusRoutes = (
  app: HttpServer,
  pages: StatusPageSource,
  report: () => Promise<StatusReport>,
): void => {
  const page = { summary: 'Returns the status page', response: { 200: bytesOf('text/html'), 304: empty } };
  app.get('/status', { schema: page }, async (request, reply) => {
    const shown = await pages.get();
    reply.headers({ vary: 'accept-encoding', etag: shown.etag, 'cache-control': 'no-cache' });
    if (!matchesEtag(request.headers['if-none-match'], shown.etag))
      return sendCachedPage(shown, 200, request, reply);
    if (shown.policy !== null) reply.header('content-security-policy', shown.policy);
    return reply.code(304).send();
  });
  app.get(
    '/api/status',
    {
      schema: {
        summary: 'Returns the state of previews and downloads',
        response: { 200: statusReportSchema },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await report()),
  );
};
