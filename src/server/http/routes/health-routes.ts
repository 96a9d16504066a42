import type { FastifyInstance, FastifyReply } from 'fastify';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { sendProblem } from '../problem.ts';
import { API_HEADERS } from '../security-headers.ts';

/** The code of the fault, where it has one: an operator reads from the answer what is wrong. */
const notReadyCode = (fault: unknown): ErrorCode => {
  const code = fault instanceof Error && 'errorCode' in fault ? String(fault.errorCode) : '';
  return Object.hasOwn(ERROR_STATUS, code) ? (code as ErrorCode) : 'overloaded';
};

/**
 * `GET /healthz` (the process answers) and `GET /readyz` (it may be sent visitors: 503 while `ready` rejects).
 * Both answer any host name: load balancers ask by address.
 */
export const registerHealthRoutes = (app: FastifyInstance, ready: () => Promise<void>): void => {
  const sendOk = (reply: FastifyReply) =>
    reply.headers({ ...API_HEADERS, 'cache-control': 'no-store' }).send({ status: 'ok' });
  let lastFault: ErrorCode | null = null;
  app.get('/healthz', (_request, reply) => sendOk(reply));
  app.get('/readyz', async (request, reply) => {
    try {
      await ready();
    } catch (err) {
      const code = notReadyCode(err);
      // Load balancers ask every few seconds: the log gets the change, not every answer.
      if (code !== lastFault) request.log.warn({ err, code }, 'not ready');
      lastFault = code;
      return sendProblem(reply, code);
    }
    if (lastFault !== null) request.log.warn('ready again');
    lastFault = null;
    return sendOk(reply);
  });
};

/** Paths that answer for every Host header. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
