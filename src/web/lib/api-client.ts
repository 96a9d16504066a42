import * as z from 'zod/mini';
import { type Post, type PreviewRequest, postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { ERROR_DETAILS, MESSAGES } from '#shared/messages.ts';

/** Why there is no preview. `retryAfter` in seconds, where the platform said so. */
export interface PreviewFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfter?: number;
}

type FailedAnswer = { readonly ok: false } & PreviewFailure;
export type PreviewAnswer = { readonly ok: true; readonly post: Post } | FailedAnswer;

const unreachable: FailedAnswer = { ok: false, code: 'network', message: MESSAGES.networkFetch };
/** Something that is not our server answered, or it answered with what the contract does not know. */
const unreadable: FailedAnswer = { ok: false, code: 'internal', message: ERROR_DETAILS.internal };

/** What a bare status means when a proxy in front of the server answered in its place (specification section 8). */
const BY_STATUS: Readonly<Record<number, FailedAnswer>> = {
  403: { ok: false, code: 'private', message: MESSAGES.private },
  404: { ok: false, code: 'gone', message: MESSAGES.gone },
  429: { ok: false, code: 'rate_limited', message: MESSAGES.rateLimited },
};

/** Seconds of a Retry-After header in its number form; undefined for a date or none. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return seconds >= 0 ? seconds : undefined;
}

function readFailure(response: Response, body: unknown): FailedAnswer {
  const problem = z.safeParse(problemSchema, body);
  const retryAfter = (problem.success ? problem.data.retryAfter : undefined) ?? retryAfterOf(response);
  const failure: FailedAnswer = problem.success
    ? { ok: false, code: problem.data.code, message: problem.data.detail }
    : (BY_STATUS[response.status] ?? unreadable);
  return retryAfter === undefined ? failure : { ...failure, retryAfter };
}

/** Asks our server for a preview. Never throws: an aborted call, too, ends as an answer, which the caller drops. */
export async function fetchPreview(request: PreviewRequest, signal: AbortSignal): Promise<PreviewAnswer> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch('/api/preview', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(request),
      signal,
    });
    // The body can break off as well, which is the network's fault; text that is no JSON is not.
    body = parseJson(await response.text());
  } catch {
    return unreachable;
  }
  if (!response.ok) return readFailure(response, body);
  const post = z.safeParse(postSchema, body);
  return post.success ? { ok: true, post: post.data } : unreadable;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
