import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnnamedProxy } from '../../http/find-requester.ts';
import { callerOf, type RequireRole } from '../../http/guard.ts';
import { sendProblem } from '../../http/problem.ts';
import { bytesOf, type HttpServer } from '../../http/route-schema.ts';
import { hashedNetworkKey } from '../../limits/network-key.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { AdminEventHub } from './admin-event-hub.ts';
import { LIVE_FULL_RETRY_SECONDS } from './live-limits.ts';
import type { PublicEventHub } from './public-event-hub.ts';

const EVENTS = { 200: bytesOf('text/event-stream') };

/** Returns the key of the network that the stream counts against; null for a proxy that stands for all visitors. */
const networkFor = (request: FastifyRequest): string | null =>
  isUnnamedProxy(request) ? null : hashedNetworkKey(request.ip, String);

/** Opens a stream on the raw response, with the common headers, because a hub writes only its own. */
const openStream = (reply: FastifyReply, open: (raw: FastifyReply['raw']) => boolean): FastifyReply => {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  return open(reply.raw)
    ? reply.hijack()
    : sendProblem(reply, 'overloaded', { retryAfter: LIVE_FULL_RETRY_SECONDS });
};

/** Registers `GET /api/live`: server-sent events about changed settings for an open page. */
export const registerLiveRoute = (
  app: HttpServer,
  live: PublicEventHub,
  settings: Pick<SiteSettings, 'current'>,
): void => {
  app.get(
    '/api/live',
    {
      // A HEAD route derived from this GET would open a stream that nobody reads.
      exposeHeadRoute: false,
      schema: { summary: 'Streams an event for each changed public setting', response: EVENTS },
    },
    async (request, reply) =>
      openStream(reply, (raw) => live.open(raw, settings.current(), networkFor(request))),
  );
};

interface AdminLiveParts {
  readonly adminEvents: AdminEventHub;
  readonly requireRole: RequireRole;
}

/**
 * Registers `GET /api/admin/live`: server-sent events for an open panel, until its session ends or its account's role
 * changes; and `GET /api/auth/live`, which carries nothing but that end, for accounts that wait for approval.
 */
export const registerAdminLiveRoutes = (
  app: HttpServer,
  { adminEvents, requireRole }: AdminLiveParts,
): void => {
  app.get(
    '/api/admin/live',
    {
      ...requireRole('administrator'),
      exposeHeadRoute: false,
      schema: { summary: 'Streams an event for each change that an open panel shows', response: EVENTS },
    },
    async (request, reply) => {
      const { account, sessionId } = callerOf(request);
      return openStream(reply, (raw) =>
        adminEvents.open(raw, { accountId: account.id, sessionId, role: account.role, accessOnly: false }),
      );
    },
  );
  app.get(
    '/api/auth/live',
    {
      ...requireRole('account'),
      exposeHeadRoute: false,
      schema: { summary: 'Streams an event when the access of the account changes', response: EVENTS },
    },
    async (request, reply) => {
      const { account, sessionId } = callerOf(request);
      return openStream(reply, (raw) =>
        adminEvents.open(raw, { accountId: account.id, sessionId, role: account.role, accessOnly: true }),
      );
    },
  );
};
