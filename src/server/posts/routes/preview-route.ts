import { type Post, postSchema, previewRequestSchema } from '#shared/contract/preview.ts';
import { FAILURE_CODES } from '#shared/errors.ts';
import type { MaintenanceGate } from '../../http/maintenance-gate.ts';
import { sendProblem } from '../../http/problem.ts';
import type { HttpServer } from '../../http/route-schema.ts';
import type { RunLimitedPreview } from './limited-preview.ts';

export interface PreviewRouteParts {
  readonly runPreview: RunLimitedPreview;
  readonly gate: Pick<MaintenanceGate, 'refuse'>;
}

/** Creates a function that returns a post's JSON, which it writes once as long as the post exists. */
const createPostWriter = () => {
  const written = new WeakMap<Post, string>();
  return (post: Post): string => {
    const last = written.get(post);
    if (last !== undefined) return last;
    const json = JSON.stringify(post);
    written.set(post, json);
    return json;
  };
};

/**
 * Registers `POST /api/preview`: resolves a pasted link to a post with sealed media links. Limited by visitor network.
 */
export const registerPreviewRoute = (app: HttpServer, { runPreview, gate }: PreviewRouteParts): void => {
  const write = createPostWriter();
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
      const outcome = await runPreview(request, reply, request.body.url);
      if (outcome === null) return reply.hijack();
      if (!outcome.ok) return sendProblem(reply, outcome.code, outcome);
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .serializer(write)
        .send(outcome.post);
    },
  );
};
