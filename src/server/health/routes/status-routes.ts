import { type StatusReport, statusReportSchema } from '#shared/contract/status.ts';
import { bytesOf, empty, type HttpServer } from '../../http/route-schema.ts';
import { sendSharedPage } from '../../site/pages/page-routes.ts';
import type { StatusPageSource } from '../../site/pages/status-page-cache.ts';

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
  app.get('/status', { schema: page }, async (request, reply) =>
    sendSharedPage(await pages.get(), request, reply),
  );
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
