import type { FastifyInstance } from 'fastify';
import { previewRequestSchema } from '#shared/contract/preview.ts';
import type { PreviewLimiter } from '../../limits/preview-limiter.ts';
import type { Preview } from '../../preview/preview.ts';
import { type FindRequester, limitKeyOf } from '../find-requester.ts';
import type { MaintenanceGate } from '../maintenance-gate.ts';
import { sendProblem } from '../problem.ts';
import { setRateLimitHeaders } from '../rate-limit-headers.ts';
import { whileConnected } from '../while-connected.ts';

export interface PreviewRouteParts {
  readonly preview: Pick<Preview, 'preview'>;
  readonly gate: Pick<MaintenanceGate, 'refuse'>;
  readonly limiter: PreviewLimiter;
  readonly findRequester: FindRequester;
}

/**
 * Registers `POST /api/preview`: resolves a pasted link to a post with sealed media links. Limited by visitor network.
 */
export const registerPreviewRoute = (
  app: FastifyInstance,
  { preview, gate, limiter, findRequester }: PreviewRouteParts,
): void => {
  app.post('/api/preview', { onRequest: gate.refuse }, async (request, reply) => {
    const body = previewRequestSchema.safeParse(request.body);
    if (!body.success) {
      // A link of the wrong type or length is reported as an invalid link, which users understand, not as an invalid
      // body.
      const aboutLink = body.error.issues.every((issue) => issue.path[0] === 'url');
      return sendProblem(reply, aboutLink ? 'link_invalid' : 'body_invalid');
    }
    const { url } = body.data;
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
  });
};
