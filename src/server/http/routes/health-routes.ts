import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { sendProblem } from '../problem.ts';
import type { HttpServer } from '../route-schema.ts';
import { API_HEADERS } from '../security-headers.ts';

const OK = { 200: z.object({ status: z.literal('ok') }) };

/** Returns the error code of a fault, so that an operator can read the cause in the response. */
const notReadyCode = (fault: unknown): ErrorCode => {
  const code = fault instanceof Error && 'errorCode' in fault ? String(fault.errorCode) : '';
  return Object.hasOwn(ERROR_STATUS, code) ? (code as ErrorCode) : 'overloaded';
};

/**
 * Registers `GET /healthz` (the process responds) and `GET /readyz` (it can serve visitors; 503 while `ready` rejects).
 * Both accept any host name, because load balancers connect by address.
 */
export const registerHealthRoutes = (app: HttpServer, ready: () => Promise<void>): void => {
  const sendOk = (reply: FastifyReply) =>
    reply.headers({ ...API_HEADERS, 'cache-control': 'no-store' }).send({ status: 'ok' });
  let lastFault: ErrorCode | null = null;
  app.get(
    '/healthz',
    { schema: { summary: 'Tells whether the process responds', response: OK } },
    async (_request, reply) => sendOk(reply),
  );
  const readiness = { summary: 'Tells whether the process can serve visitors', response: OK };
  app.get('/readyz', { schema: readiness }, async (request, reply) => {
    try {
      await ready();
    } catch (err) {
      const code = notReadyCode(err);
      // Load balancers send a request every few seconds, so only changes are logged.
      if (code !== lastFault) request.log.warn({ err, code }, 'not ready');
      lastFault = code;
      return sendProblem(reply, code);
    }
    if (lastFault !== null) request.log.warn('ready again');
    lastFault = null;
    return sendOk(reply);
  });
};

/** Paths that accept any Host header. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
