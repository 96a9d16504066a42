import type { FailureCode, FailureReason, ShownCause } from '#shared/failures.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import { FAILURES, type FailureCause, type FailureRow } from '../failures.ts';
import type { ExtractedPost } from './extracted-post.ts';

/**
 * Why an engine was not run, or a page not requested. `circuit_open`: it failed too often. `asked_to_wait`: its service or platform named
 * a wait. `queue_full`, `queue_too_slow`: it is busy. `pages_paused`: the platform refuses its pages to this server.
 */
export type SkipReason = 'circuit_open' | 'asked_to_wait' | 'queue_full' | 'queue_too_slow' | 'pages_paused';

/** What else is known about a failure. */
interface FailureFacts extends Tried {
  /** Status of the response, for the log. */
  readonly httpStatus?: number;
  /** Seconds to wait before the next attempt, if the upstream stated them. */
  readonly retryAfter?: number;
  /** Domain suffix of the files' host when it is not an allowed delivery host. Shown only to the owner. */
  readonly host?: string;
  /** Set when the source shows that the post is a clip but provides no file of it. */
  readonly isClip?: true;
  readonly skipped?: SkipReason;
}

/** Reason why an engine returns no post, with its row in the list of failures. It is an expected outcome, so it is a value and not an exception. */
export interface EngineFailure extends FailureRow, FailureFacts {
  readonly ok: false;
  readonly cause: FailureCause;
}

/** A try on one of several routes that found no post. */
export interface FailedTry {
  readonly route: OutboundRoute;
  readonly failure: EngineFailure;
}

/** The failed tries of a run that could use several routes, in the order in which they ended; absent if there were none. */
export interface Tried {
  readonly failedTries?: readonly FailedTry[];
}

/** Result of an engine run: a post or a failure. */
export type EngineOutcome = ({ readonly ok: true; readonly post: ExtractedPost } & Tried) | EngineFailure;

/** Creates a failure with the row of `cause` in FAILURES. */
export function failed(cause: FailureCause, facts: FailureFacts = {}): EngineFailure {
  return { ok: false, cause, ...FAILURES[cause], ...facts };
}

/** Returns the field `retryAfter` of a failure; an empty object if the upstream stated no wait (null or 0). */
export const waiting = (seconds: number | null): FailureFacts => (seconds ? { retryAfter: seconds } : {});

/** Code and reason of a failure as the API states them. */
export interface Stated {
  readonly code: FailureCode;
  readonly reason?: FailureReason | undefined;
}

/** Creates the failure that is known only by its code or, for the code `failed`, by its reason, which is 'upstream_error' by default. */
export function plainFailure(
  { code, reason = 'upstream_error' }: Stated,
  facts?: FailureFacts,
): EngineFailure {
  return failed(code === 'failed' ? reason : code, facts);
}

/**
 * Returns a failure whose evidence may not concern the post: a terminal one becomes the plain failure of its code, and any other is
 * returned unchanged.
 */
export const unproven = (found: EngineFailure): EngineFailure =>
  found.terminal
    ? plainFailure(found, found.httpStatus === undefined ? {} : { httpStatus: found.httpStatus })
    : found;

/**
 * Returns the more specific of two failures; the first if they rank equally. The result has `isClip` if either failure has it.
 */
export function pickMoreSpecific(first: EngineFailure, second: EngineFailure): EngineFailure {
  const chosen = second.rank < first.rank ? second : first;
  return first.isClip === true || second.isClip === true ? { ...chosen, isClip: true } : chosen;
}

/** Returns the cause that the panel shows the owner for a failure. */
export const shownCauseOf = ({ host, skipped, shown }: EngineFailure): ShownCause => {
  if (host !== undefined) return 'unlisted_host';
  return skipped === 'pages_paused' ? 'limited' : shown;
};

/** Cause of a failure as the log states it. */
export type LoggedCause = FailureCause | SkipReason | `http_${number}`;

/**
 * Returns the cause of a failure for the log: why the run was skipped, else the HTTP status, else the cause in FAILURES; undefined if that
 * equals the error code.
 */
export const loggedCauseOf = ({ cause, code, httpStatus, skipped }: EngineFailure): LoggedCause | undefined =>
  skipped ?? (httpStatus === undefined ? (cause === code ? undefined : cause) : `http_${httpStatus}`);
