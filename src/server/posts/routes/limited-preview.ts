import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseSampleLink } from '#shared/links/parse-link.ts';
import { type FindRequester, limitKeyOf } from '../../http/find-requester.ts';
import { whileConnected } from '../../http/while-connected.ts';
import type { TrafficLimits } from '../../limits/traffic-limits.ts';
import type { WindowState } from '../../limits/windows.ts';
import type { Preview, PreviewOutcome } from '../preview.ts';

export interface LimitedPreviewParts {
  readonly preview: Pick<Preview, 'preview'>;
  readonly limiter: TrafficLimits['previews'];
  readonly findRequester: FindRequester;
}

/** Outcome of a preview, or the refusal of one beyond the network's budget. `retryAfter` is in seconds. */
export type LimitedOutcome =
  | PreviewOutcome
  | {
      readonly ok: false;
      readonly code: 'rate_limited';
      readonly retryAfter: number;
      readonly ownLimit: true;
    };

/**
 * Runs a preview within the budget of the visitor's network and states the remaining budget in the answer's headers.
 * Resolves to null when the visitor has left.
 */
export type RunLimitedPreview = (
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
) => Promise<LimitedOutcome | null>;

/** Sets `RateLimit-Policy` and `RateLimit` (IETF draft, structured fields). Sets nothing when `states` is empty. */
const setRateLimitHeaders = (reply: FastifyReply, states: readonly WindowState[]): void => {
  if (states.length === 0) return;
  const policy = states.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`);
  const left = states.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`,
  );
  reply.header('ratelimit-policy', policy.join(', ')).header('ratelimit', left.join(', '));
};

/** Admits a sample, which needs no request to a platform and is there to be tried. */
const ADMITTED = { ok: true, states: [], release: () => undefined } as const;

/** Creates the function that all routes with a preview share, so that they share one budget. */
export const createLimitedPreview =
  ({ preview, limiter, findRequester }: LimitedPreviewParts): RunLimitedPreview =>
  async (request, reply, url) => {
    const requester = await findRequester(request);
    const admission = parseSampleLink(url).ok ? ADMITTED : await limiter.start(limitKeyOf(requester));
    setRateLimitHeaders(reply, admission.states);
    if (!admission.ok)
      return { ok: false, code: 'rate_limited', retryAfter: admission.retryAfter, ownLimit: true };
    try {
      return await whileConnected(reply, (signal) => preview.preview(url, { requester, signal }));
    } finally {
      admission.release();
    }
  };
