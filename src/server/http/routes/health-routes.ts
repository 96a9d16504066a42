import type { FastifyInstance } from 'fastify';

/** `GET /healthz` (the process answers) and `GET /readyz` (it may be sent visitors). Both answer any host name: load balancers ask by address. */
export const registerHealthRoutes = (app: FastifyInstance): void => {
  for (const url of ['/healthz', '/readyz']) {
    app.get(url, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  }
};

/** Paths that answer for every Host header. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
