import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamSlot } from '../limits/stream-limiter.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import type { Ticket } from '../tickets/ticket.ts';
import { type FindRequester, limitKeyOf } from './find-requester.ts';
import { sendProblem } from './problem.ts';
import { whileConnected } from './while-connected.ts';

export interface StreamPlaceParts {
  readonly traffic: Pick<TrafficLimits, 'streams' | 'thumbnails' | 'mediaRequests' | 'upstreamHeads'>;
  readonly findRequester: FindRequester;
}

/** Retry-After in seconds. Slots become free as transfers end, so a browser that waits this long usually gets one. */
const NO_PLACE_RETRY_SECONDS = 5;

/**
 * Acquires a slot for a media transfer, which the caller releases. Returns null when an error was sent instead, or when
 * the client has disconnected.
 */
export const acquireStreamPlace = async (
  ticket: Ticket,
  request: FastifyRequest,
  reply: FastifyReply,
  { traffic, findRequester }: StreamPlaceParts,
): Promise<StreamSlot | null> => {
  const key = limitKeyOf(await findRequester(request));
  const requests = request.method === 'HEAD' ? traffic.upstreamHeads : traffic.mediaRequests;
  const { ok: isAdmitted, retryAfter } = requests.take(key);
  if (!isAdmitted) {
    sendProblem(reply, 'rate_limited', { retryAfter });
    return null;
  }
  const limiter = ticket.purpose === 'thumbnail' ? traffic.thumbnails : traffic.streams;
  const place = await whileConnected(reply, (signal) => limiter.acquire(key, signal));
  if (place === null) {
    reply.hijack();
    return null;
  }
  if (!place.ok) {
    const code = place.full === 'network' ? 'rate_limited' : 'overloaded';
    sendProblem(reply, code, { retryAfter: NO_PLACE_RETRY_SECONDS });
    return null;
  }
  return place;
};
