import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from '../problem.ts';
import { API_HEADERS } from '../security-headers.ts';

/**
 * `GET /healthz` (the process answers) and `GET /readyz` (it may be sent visitors: 503 while `ready` rejects).
 * Both answer any host name: load balancers ask by address.
 */
export const registerHealthRoutes = (app: FastifyInstance, ready: () => Promise<void>): void => {
  const sendOk = (reply: FastifyReply) =>
    reply.headers({ ...API_HEADERS, 'cache-control': 'no-store' }).send({ status: 'ok' });
  app.get('/healthz', (_request, reply) => sendOk(reply));
  app.get('/readyz', async (request, reply) => {
    try {
      await ready();
    } catch (err) {
      request.log.warn({ err }, 'not ready');
      return sendProblem(reply, 'overloaded');
    }
    return sendOk(reply);
  });
};

/** Paths that answer for every Host header. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
