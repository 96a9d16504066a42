import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_HELLO_EVENT } from '#shared/contract/admin-settings.ts';
import { LIVE_HELLO_EVENT } from '#shared/contract/site-settings.ts';
import { isUnnamedProxy } from '../../http/find-requester.ts';
import { callerOf, type RequireRole } from '../../http/guard.ts';
import { sendProblem } from '../../http/problem.ts';
import { bytesOf, type HttpServer } from '../../http/route-schema.ts';
import { hashedNetworkKey } from '../../limits/requester.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { type EventHub, eventText } from './event-hub.ts';
import { LIVE_FULL_RETRY_SECONDS } from './live-limits.ts';
import { abilitiesEvent } from './open-events.ts';

const EVENTS = { 200: bytesOf('text/event-stream') };
// A HEAD route derived from a GET would open a stream that nobody reads.
const NO_HEAD = { exposeHeadRoute: false };

/** Returns the key of the network that the stream counts against; null for a proxy that stands for all visitors. */
const networkFor = (request: FastifyRequest): string | null =>
  isUnnamedProxy(request) ? null : hashedNetworkKey(request.ip, String);

interface LiveParts {
  readonly hub: EventHub;
  readonly settings: Pick<SiteSettings, 'current'>;
  readonly requireRole: RequireRole;
}

/**
 * Registers the streams of server-sent events: `GET /api/live` about changed settings for an open page; `GET /api/admin/live` for an open
 * panel, until its session ends or the role of its account changes; and `GET /api/auth/live` for accounts that wait for approval, which
 * only states that the session ended or the role changed.
 */
export const registerLiveRoutes = (app: HttpServer, { hub, settings, requireRole }: LiveParts): void => {
  /**
   * Opens a stream on the raw response and copies the headers of `reply` to it, because the hub writes only its own. Answers `overloaded`
   * (503) if the hub opens no stream.
   */
  const openStream = (
    reply: FastifyReply,
    reader: Parameters<EventHub['open']>[1],
    greeting: string,
  ): FastifyReply => {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    return hub.open(reply.raw, reader, greeting)
      ? reply.hijack()
      : sendProblem(reply, 'overloaded', { retryAfter: LIVE_FULL_RETRY_SECONDS });
  };
  const openAccountStream = (
    topic: 'panel' | 'access',
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    const { account, sessionId } = callerOf(request);
    const reader = { topic, accountId: account.id, sessionId, role: account.role };
    return openStream(reply, reader, eventText(ADMIN_HELLO_EVENT, {}));
  };

  const pages = { summary: 'Streams an event for each changed public setting', response: EVENTS };
  app.get('/api/live', { ...NO_HEAD, schema: pages }, async (request, reply) => {
    const site = settings.current();
    const greeting = eventText(LIVE_HELLO_EVENT, { revision: site.revision }) + abilitiesEvent(site);
    return openStream(reply, { topic: 'site', network: networkFor(request) }, greeting);
  });
  const panels = { summary: 'Streams an event for each change that an open panel shows', response: EVENTS };
  app.get(
    '/api/admin/live',
    { ...requireRole('administrator'), ...NO_HEAD, schema: panels },
    async (request, reply) => openAccountStream('panel', request, reply),
  );
  const access = { summary: 'Streams an event when the access of the account changes', response: EVENTS };
  app.get(
    '/api/auth/live',
    { ...requireRole('account'), ...NO_HEAD, schema: access },
    async (request, reply) => openAccountStream('access', request, reply),
  );
};
