import type { FastifyInstance } from 'fastify';
import type { StatusReport } from '#shared/contract/status.ts';

/** Registers `GET /api/status`: the state of previews and downloads now and in the last thirty days. */
export const registerStatusRoute = (app: FastifyInstance, status: () => Promise<StatusReport>): void => {
  app.get('/api/status', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await status()),
  );
};
