import type { FastifyInstance } from 'fastify';
import type { AdminEventHub } from '../../live/admin-event-hub.ts';
import { LIVE_FULL_RETRY_SECONDS } from '../../live/live-limits.ts';
import { callerOf, type RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';

/**
 * Registers `GET /api/admin/live`: server-sent events for an open panel, until its session ends or its account's role
 * changes.
 */
export const registerAdminLiveRoute = (
  app: FastifyInstance,
  { adminEvents, requireRole }: { readonly adminEvents: AdminEventHub; readonly requireRole: RequireRole },
): void => {
  const options = { ...requireRole('administrator'), exposeHeadRoute: false };
  app.get('/api/admin/live', options, (request, reply) => {
    const { account, sessionId } = callerOf(request);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    return adminEvents.open(reply.raw, { accountId: account.id, sessionId, role: account.role })
      ? reply.hijack()
      : sendProblem(reply, 'overloaded', { retryAfter: LIVE_FULL_RETRY_SECONDS });
  });
};
