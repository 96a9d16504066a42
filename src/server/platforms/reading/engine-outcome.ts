import type { OutboundRoute } from '#shared/outbound-routes.ts';
import type { Failure } from '../failure-table.ts';
import type { ExtractedPost } from './extracted-post.ts';
import type { FailureCause } from './failure-cause.ts';

/** Reason why an engine returns no post. It is an expected outcome, so it is a value and not an exception. */
export interface EngineFailure extends Failure, Tried {
  readonly ok: false;
  readonly terminal: boolean;
  /** Domain suffix of the files' host when it is not an allowed delivery host. Shown only to the owner. */
  readonly host?: string;
  /** Set when the source shows that the post is a clip but provides no file of it. */
  readonly isClip?: true;
  /** Evidence for the failure (`login_wall`, `http_429`) when code and reason do not state it. Only logged. */
  readonly cause?: FailureCause | undefined;
  /** Seconds to wait before the next attempt, if the upstream stated them. */
  readonly retryAfter?: number;
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
