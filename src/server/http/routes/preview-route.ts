import type { FastifyInstance } from 'fastify';
import { previewRequestSchema } from '#shared/contract/preview.ts';
import type { NetworkKey } from '../../limits/network-key.ts';
import type { Preview } from '../../preview/preview.ts';
import type { Requester } from '../../preview/requester.ts';
import type { MaintenanceGate } from '../maintenance-gate.ts';
import { sendProblem } from '../problem.ts';
import { whileConnected } from '../while-connected.ts';

export interface PreviewRouteParts {
  readonly preview: Preview;
  readonly networkKey: NetworkKey;
  readonly gate: Pick<MaintenanceGate, 'refuse'>;
}

/** `POST /api/preview`: a pasted link in, a post with sealed media links out. */
export const registerPreviewRoute = (
  app: FastifyInstance,
  { preview, networkKey, gate }: PreviewRouteParts,
): void => {
  app.post('/api/preview', { onRequest: gate.refuse }, async (request, reply) => {
    const body = previewRequestSchema.safeParse(request.body);
    if (!body.success) {
      // A link of the wrong type or length is a bad link to the person who reads the answer, not a bad body.
      const aboutLink = body.error.issues.every((issue) => issue.path[0] === 'url');
      return sendProblem(reply, aboutLink ? 'link_invalid' : 'body_invalid');
    }
    const { url } = body.data;
    const requester: Requester = { network: networkKey(request.ip), budget: 'visitor' };
    const outcome = await whileConnected(reply, (signal) => preview.preview(url, { requester, signal }));
    if (outcome === null) return reply.hijack();
    if (!outcome.ok) return sendProblem(reply, outcome.code, outcome);
    return reply.header('cache-control', 'no-store').send(outcome.post);
  });
};
