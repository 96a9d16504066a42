import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../problem.ts';

/**
 * `GET /healthz` (the process answers) and `GET /readyz` (it may be sent visitors: 503 while `ready` rejects).
 * Both answer any host name: load balancers ask by address.
 */
export const registerHealthRoutes = (app: FastifyInstance, ready: () => Promise<void>): void => {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await ready();
    } catch (err) {
      request.log.warn({ err }, 'not ready');
      return sendProblem(reply, 'overloaded');
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
};

/** Paths that answer for every Host header. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
