import { previewFlow } from '#messages/preview-flow.ts';
import { sitePath } from '#shared/base-path.ts';
import type { Post, PreviewRequest } from '#shared/contract/preview.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { text } from '#shared/messages/text.ts';
import { parseJson } from '#shared/parse-json.ts';

/** Failed preview: error code, sentence to show and details. `retryAfter` is in seconds, absent if the response states no number. */
export interface RefusedPreview {
  readonly code: ErrorCode;
  readonly message: string;
  /** Why the post could not be fetched (FailureReason in failures.ts). */
  readonly reason?: string | undefined;
  readonly retryAfter?: number | undefined;
  /** Whether the limit of the visitor's network refused the request, and not the limit of a platform. */
  readonly ownLimit?: boolean | undefined;
  /** Reference code of this response in the server log. */
  readonly reference?: string;
  /** Set when our server did not answer: whether the browser had a network connection then. */
  readonly unanswered?: 'online' | 'offline';
}

type FailedPreview = { readonly ok: false } & RefusedPreview;
export type PreviewResult = { readonly ok: true; readonly post: Post } | FailedPreview;

/** Creates the failure for a request without a response from our server. The message depends on whether the browser is online. */
export const createUnreachableFailure = (): FailedPreview => ({
  ok: false,
  code: 'network',
  message: text(previewFlow, navigator.onLine ? 'networkFetch' : 'networkConnect'),
  unanswered: navigator.onLine ? 'online' : 'offline',
});
/** Result when the response does not match the API contract, for example a page sent by a proxy. */
const UNREADABLE: FailedPreview = { ok: false, code: 'internal', message: text(previewFlow, 'internal') };

/** Failures by HTTP status, for responses of a proxy in front of the server that carry no problem document. */
const FAILURES_BY_STATUS: Readonly<Record<number, FailedPreview>> = {
  403: { ok: false, code: 'private', message: text(previewFlow, 'private') },
  404: { ok: false, code: 'gone', message: text(previewFlow, 'gone') },
  429: { ok: false, code: 'rate_limited', message: text(previewFlow, 'rateLimited'), ownLimit: true },
};

/** Parses a Retry-After header in seconds; returns undefined for a date or a missing header. */
function parseRetryAfter(response: Response): number | undefined {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return seconds >= 0 ? seconds : undefined;
}

function toFailure(response: Response, problem: Problem | null): FailedPreview {
  const retryAfter = problem?.retryAfter ?? parseRetryAfter(response);
  const failure: FailedPreview = problem
    ? {
        ok: false,
        code: problem.code,
        message: problem.detail,
        reason: problem.reason,
        ownLimit: problem.ownLimit,
      }
    : (FAILURES_BY_STATUS[response.status] ?? UNREADABLE);
  return {
    ...failure,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(problem?.reference !== undefined && { reference: problem.reference }),
  };
}

/**
 * Requests a preview from our server. Never throws: an aborted call also resolves to a result, which the caller
 * discards.
 */
export async function fetchPreview(request: PreviewRequest, signal: AbortSignal): Promise<PreviewResult> {
  try {
    const [response, schema] = await Promise.all([
      fetch(sitePath('/api/preview'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(request),
        signal,
      }),
      import('./preview-schema.ts'),
    ]);
    // A truncated body is a network error, so text() may throw; a body that is not JSON is not a network error.
    const body = parseJson(await response.text());
    if (!response.ok) return toFailure(response, schema.readProblem(body));
    const post = schema.parsePost(body);
    return post === null ? UNREADABLE : { ok: true, post };
  } catch {
    return createUnreachableFailure();
  }
}
