import type { FailureCode, FailureReason } from '#shared/errors.ts';
import { meaningOf, type TerminalCode, type TerminalReason } from '../failure-table.ts';
import type { EngineFailure } from './engine-outcome.ts';
import type { FailureCause } from './failure-cause.ts';

/** Creates a terminal failure, which ends the engine chain because the evidence is unambiguous. */
export function terminal(code: TerminalCode): EngineFailure {
  return { ok: false, code, terminal: true };
}

/**
 * Creates a failure after which the chain tries the next source or engine. `retryAfter` is the number of seconds to wait, if the
 * upstream stated one.
 */
export function nonTerminal(code: Exclude<FailureCode, 'failed'>, retryAfter?: number | null): EngineFailure {
  return { ok: false, code, terminal: false, ...(retryAfter ? { retryAfter } : {}) };
}

/** Creates a failure with code 'failed' and the reason shown to the visitor. `retryAfter` is in seconds, if the upstream stated it. */
export function failed(reason: FailureReason, retryAfter?: number | null): EngineFailure {
  return { ok: false, code: 'failed', terminal: false, reason, ...(retryAfter ? { retryAfter } : {}) };
}

/** Creates a terminal failure with code 'failed' and the reason shown to the visitor. */
export function terminallyFailed(reason: TerminalReason): EngineFailure {
  return { ...failed(reason), terminal: true };
}

/** Returns the failure with its cause added. The cause is only logged. */
export function withCause(failure: EngineFailure, cause: FailureCause): EngineFailure {
  return { ...failure, cause };
}

/** Creates the failure of a page that a platform sends instead of its posts to servers that it does not trust. */
export function withheld(cause: FailureCause): EngineFailure {
  return withCause(failed('posts_withheld'), cause);
}

/**
 * Creates a tentative failure: throttling produces the same evidence as a private or deleted post. Every other failure outranks it,
 * and it does not count as an answer about the post.
 */
export function tentative(code: TerminalCode): EngineFailure {
  return { ok: false, code, terminal: false, tentative: true };
}

/** Failure of a source that shows that the post is a clip, at most with its cover, but provides no video file. */
export const CLIP_WITHHELD: EngineFailure = {
  ok: false,
  code: 'no_media',
  terminal: false,
  isClip: true,
  cause: 'clip_withheld',
};

/** Failure of a post whose own data marks it as private or hidden. */
export const MARKED_PRIVATE: EngineFailure = withCause(nonTerminal('private'), 'marked_private');

/** Failure of an engine that does not support this kind of link. */
export const LINK_UNSUPPORTED = failed('address_unsupported');

/**
 * Returns the more specific of two failures; the first if they rank equally. The result has `isClip` if either failure has it.
 */
export function pickMoreSpecific(first: EngineFailure, second: EngineFailure): EngineFailure {
  const chosen = meaningOf(second).rank < meaningOf(first).rank ? second : first;
  return first.isClip === true || second.isClip === true ? { ...chosen, isClip: true } : chosen;
}
