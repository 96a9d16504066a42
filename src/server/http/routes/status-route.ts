import type { FastifyInstance } from 'fastify';
import type { Status } from '#shared/contract/status.ts';

/** `GET /api/status`: how previews and downloads went lately, as far as this instance has seen. */
export const registerStatusRoute = (app: FastifyInstance, status: () => Status): void => {
  app.get('/api/status', (_request, reply) => reply.header('cache-control', 'no-store').send(status()));
};
