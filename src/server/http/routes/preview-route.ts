import type { FastifyReply } from 'fastify';
import { postSchema, previewRequestSchema } from '#shared/contract/preview.ts';
import { FAILURE_CODES } from '#shared/errors.ts';
import type { PreviewLimiter } from '../../limits/preview-limiter.ts';
import type { WindowState } from '../../limits/sliding-windows.ts';
import type { Preview } from '../../preview/preview.ts';
import { type FindRequester, limitKeyOf } from '../find-requester.ts';
import type { MaintenanceGate } from '../maintenance-gate.ts';
import { sendProblem } from '../problem.ts';
import type { HttpServer } from '../route-schema.ts';
import { whileConnected } from '../while-connected.ts';

export interface PreviewRouteParts {
  readonly preview: Pick<Preview, 'preview'>;
  readonly gate: Pick<MaintenanceGate, 'refuse'>;
  readonly limiter: PreviewLimiter;
  readonly findRequester: FindRequester;
}

/** Sets `RateLimit-Policy` and `RateLimit` (IETF draft, structured fields). Sets nothing when `states` is empty. */
const setRateLimitHeaders = (reply: FastifyReply, states: readonly WindowState[]): void => {
  if (states.length === 0) return;
  const policy = states.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`);
  const left = states.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`,
  );
  reply.header('ratelimit-policy', policy.join(', ')).header('ratelimit', left.join(', '));
};

/**
 * Registers `POST /api/preview`: resolves a pasted link to a post with sealed media links. Limited by visitor network.
 */
export const registerPreviewRoute = (
  app: HttpServer,
  { preview, gate, limiter, findRequester }: PreviewRouteParts,
): void => {
  app.post(
    '/api/preview',
    {
      onRequest: gate.refuse,
      schema: {
        summary: 'Returns the post of a link, with links to its files',
        body: previewRequestSchema,
        response: { 200: postSchema },
        errors: [...FAILURE_CODES, 'maintenance', 'platform_off'],
      },
    },
    async (request, reply) => {
      const { url } = request.body;
      const requester = await findRequester(request);
      const admission = limiter.start(limitKeyOf(requester));
      setRateLimitHeaders(reply, admission.states);
      if (!admission.ok) return sendProblem(reply, 'rate_limited', { retryAfter: admission.retryAfter });
      try {
        const outcome = await whileConnected(reply, (signal) => preview.preview(url, { requester, signal }));
        if (outcome === null) return reply.hijack();
        if (!outcome.ok) return sendProblem(reply, outcome.code, outcome);
        return reply.header('cache-control', 'no-store').send(outcome.post);
      } finally {
        admission.release();
      }
    },
  );
};
