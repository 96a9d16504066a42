import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Post, postSchema, previewRequestSchema } from '#shared/contract/preview.ts';
import { FAILURE_CODES } from '#shared/failures.ts';
import { parseSampleLink } from '#shared/links/parse-link.ts';
import type { Config } from '../base/config/config.ts';
import { type FindRequester, limitKeyOf, whileConnected } from '../http/find-requester.ts';
import type { MaintenanceGate } from '../http/maintenance-gate.ts';
import { sendProblem } from '../http/problem.ts';
import { type HttpServer, routeOf } from '../http/route-schema.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import type { WindowState } from '../limits/windows.ts';
import { choiceOf } from './post-source.ts';
import { createPreview, type Preview, type PreviewOutcome, type PreviewParts } from './preview.ts';

interface PostsParts extends Omit<PreviewParts, 'readChoice' | 'delivery' | 'basePath'> {
  readonly config: Pick<Config, 'delivery' | 'basePath'>;
  readonly engineSettings: { readonly current: () => Parameters<typeof choiceOf>[0] };
}

/** Creates the preview service with an empty cache. It reads the owner's engine settings for every preview. */
export const createPreviewService = ({ config, engineSettings, ...parts }: PostsParts) => {
  const { delivery, basePath } = config;
  const readChoice = () => choiceOf(engineSettings.current());
  return createPreview({ ...parts, delivery, basePath, readChoice });
};

/** Outcome of a preview, or the refusal of a preview beyond the network's budget. `retryAfter` is in seconds. */
type LimitedOutcome =
  | PreviewOutcome
  | {
      readonly ok: false;
      readonly code: 'rate_limited';
      readonly retryAfter: number;
      readonly ownLimit: true;
    };

/**
 * Runs a preview of `url` within the budget of the visitor's network, and states the remaining budget in the headers of the reply. Resolves
 * with null when the visitor has left.
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

/** Admission of every preview of a built-in sample. Such a preview does not count, because it needs no request to a platform. */
const ADMITTED = { ok: true, states: [], release: () => undefined } as const;

/**
 * Creates the function with which all HTTP routes run previews, so that they share one budget. Previews of built-in samples do not use up
 * the budget. While downloads are paused, the post states the end of the pause (`downloadsPausedUntil`).
 */
export const createLimitedPreview =
  ({
    preview,
    traffic,
    findRequester,
    downloadsPausedUntil,
  }: {
    readonly preview: Pick<Preview, 'preview'>;
    readonly traffic: Pick<TrafficLimits, 'previews'>;
    readonly findRequester: FindRequester;
    readonly downloadsPausedUntil: () => string | null;
  }): RunLimitedPreview =>
  async (request, reply, url) => {
    const requester = await findRequester(request);
    const admission = parseSampleLink(url).ok
      ? ADMITTED
      : await traffic.previews.start(limitKeyOf(requester));
    setRateLimitHeaders(reply, admission.states);
    if (!admission.ok)
      return { ok: false, code: 'rate_limited', retryAfter: admission.retryAfter, ownLimit: true };
    try {
      const outcome = await whileConnected(reply, (signal) => preview.preview(url, { requester, signal }));
      const paused = downloadsPausedUntil();
      if (outcome?.ok !== true || paused === null) return outcome;
      return { ...outcome, post: { ...outcome.post, downloadsPausedUntil: paused } };
    } finally {
      admission.release();
    }
  };

interface PreviewRouteParts {
  readonly runPreview: RunLimitedPreview;
  readonly gate: Pick<MaintenanceGate, 'refuse'>;
}

/**
 * Creates a function that converts a post to JSON. It converts each post object only once, and keeps the text while the object is in
 * memory.
 */
const createPostSerialiser = () => {
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
 * Creates the Fastify plugin that serves `POST /api/preview`, which resolves a pasted link to a post with sealed media links. Previews are
 * limited by visitor network.
 */
export const postsPlugin =
  ({ runPreview, gate }: PreviewRouteParts) =>
  async (app: HttpServer) => {
    const serialise = createPostSerialiser();
    app.post(
      '/api/preview',
      routeOf({ onRequest: gate.refuse }, 'Returns the post of a link, with links to its files', {
        body: previewRequestSchema,
        response: { 200: postSchema },
        errors: [...FAILURE_CODES, 'maintenance', 'platform_off'],
      }),
      async (request, reply) => {
        const outcome = await runPreview(request, reply, request.body.url);
        if (outcome === null) return reply.hijack();
        if (!outcome.ok) return sendProblem(reply, outcome.code, outcome);
        return reply
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .serializer(serialise)
          .send(outcome.post);
      },
    );
  };
