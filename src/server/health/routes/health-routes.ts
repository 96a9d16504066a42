import * as z from 'zod/mini';
import type { ErrorCode } from '#shared/errors.ts';
import { createDatabaseCheck } from '../../base/db/database-check.ts';
import { type HttpServer, routeOf } from '../../http/route-schema.ts';
import { API_HEADERS } from '../../http/security-headers.ts';

/** Error codes of database faults that `/readyz` may list in `degraded`. */
const DEGRADED = [
  'storage_full',
  'database_unreachable',
  'database_replaced',
  'overloaded',
] as const satisfies ErrorCode[];
type Degraded = (typeof DEGRADED)[number];

const OK = { 200: z.object({ status: z.literal('ok') }) };
const READY = { 200: z.object({ status: z.literal('ok'), degraded: z.optional(z.array(z.enum(DEGRADED))) }) };

/** Returns the error code of a fault of the database if DEGRADED contains it, else 'overloaded'. */
const degradedBy = (fault: unknown): Degraded => {
  const code = fault instanceof Error && 'errorCode' in fault ? fault.errorCode : null;
  return DEGRADED.find((known) => known === code) ?? 'overloaded';
};

/**
 * Registers `GET /healthz` (the process responds) and `GET /readyz` (it can serve visitors). Visitors need no database, because the
 * settings are in memory and previews and files come from the platforms, so `/readyz` only lists a database problem in `degraded`. Both
 * accept any host name, because load balancers connect by address. A stopping server answers 503 to all requests.
 */
export const registerHealthRoutes = (app: HttpServer, pingDatabase: () => Promise<void>): void => {
  const headers = { ...API_HEADERS, 'cache-control': 'no-store' };
  const check = createDatabaseCheck(pingDatabase);
  let lastCode: Degraded | null = null;
  app.get(
    '/healthz',
    routeOf({}, 'Tells whether the process responds', { response: OK }),
    async (_request, reply) => reply.headers(headers).send({ status: 'ok' }),
  );
  const readiness = { summary: 'Tells whether the process can serve visitors', response: READY };
  app.get('/readyz', { schema: readiness }, async (request, reply) => {
    const err = await check();
    const code = err === null ? null : degradedBy(err);
    // Load balancers send a request every few seconds, so only changes are logged.
    if (code !== null && code !== lastCode) request.log.warn({ err, code }, 'serving visitors, degraded');
    if (code === null && lastCode !== null) request.log.warn('no longer degraded');
    lastCode = code;
    return reply.headers(headers).send({ status: 'ok', ...(code !== null && { degraded: [code] }) });
  });
};
