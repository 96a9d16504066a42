import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../limits/network-of.ts';
import { LIVE_FULL_RETRY_SECONDS } from '../../live/live-limits.ts';
import type { PublicEventHub } from '../../live/public-event-hub.ts';
import type { SiteSettings } from '../../settings/site-settings.ts';
import { sendProblem } from '../problem.ts';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Returns the network that the stream counts against; null when a proxy on this machine that is missing in TRUST_PROXY
 * forwards the request, because it stands for all visitors.
 */
const networkFor = ({ ip, headers }: FastifyRequest): string | null => {
  const forwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return forwarded && LOOPBACK.test(ip) ? null : networkOf(ip);
};

/** Registers `GET /api/live`: server-sent events about changed settings for an open page. */
export const registerLiveRoute = (
  app: FastifyInstance,
  live: PublicEventHub,
  settings: Pick<SiteSettings, 'current'>,
): void => {
  // A HEAD route derived from this GET would open a stream that nobody reads.
  app.get('/api/live', { exposeHeadRoute: false }, (request, reply) => {
    // The hub writes its own headers, so the common ones are set on the raw response.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    return live.open(reply.raw, settings.current().revision, networkFor(request))
      ? reply.hijack()
      : sendProblem(reply, 'overloaded', { retryAfter: LIVE_FULL_RETRY_SECONDS });
  });
};
