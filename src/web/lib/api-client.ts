import type { Post, PreviewRequest } from '#shared/contract/preview.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { MESSAGES } from '#shared/messages.ts';

/** Why there is no preview. `retryAfter` in seconds, where the platform said so. */
export interface PreviewFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfter?: number;
  /** The code by which the site's owner finds this answer in the log. */
  readonly reference?: string;
}

type FailedAnswer = { readonly ok: false } & PreviewFailure;
export type PreviewAnswer = { readonly ok: true; readonly post: Post } | FailedAnswer;

/** The browser could not reach our server. */
export const UNREACHABLE: FailedAnswer = { ok: false, code: 'network', message: MESSAGES.networkFetch };
/** Something that is not our server answered, or it answered with what the contract does not know. */
const unreadable: FailedAnswer = { ok: false, code: 'internal', message: MESSAGES.internal };

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

function failureOf(response: Response, problem: Problem | null): FailedAnswer {
  const retryAfter = problem?.retryAfter ?? retryAfterOf(response);
  const failure: FailedAnswer = problem
    ? { ok: false, code: problem.code, message: problem.detail }
    : (BY_STATUS[response.status] ?? unreadable);
  return {
    ...failure,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(problem?.reference !== undefined && { reference: problem.reference }),
  };
}

/** Asks our server for a preview. Never throws: an aborted call, too, ends as an answer, which the caller drops. */
export async function fetchPreview(request: PreviewRequest, signal: AbortSignal): Promise<PreviewAnswer> {
  try {
    const [response, schema] = await Promise.all([
      fetch('/api/preview', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(request),
        signal,
      }),
      import('./preview-schema.ts'),
    ]);
    // A body that breaks off is the network's fault and throws; one that is no JSON is not.
    const body = parseJson(await response.text());
    if (!response.ok) return failureOf(response, schema.readProblem(body));
    const post = schema.readPost(body);
    return post === null ? unreadable : { ok: true, post };
  } catch {
    return UNREACHABLE;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
