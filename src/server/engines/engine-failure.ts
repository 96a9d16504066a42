import type { FailureCode, FailureReason } from '#shared/errors.ts';
import type { EngineFailure } from './engine.ts';
import type { FailureCause } from './failure-cause.ts';

/** Gives the failure that ends the chain: the sign allows one reading only. */
export function terminal(code: 'private' | 'gone'): EngineFailure {
  return { ok: false, code, terminal: true };
}

/** Gives a failure another way or another engine may overturn. */
export function nonTerminal(code: Exclude<FailureCode, 'failed'>, retryAfter?: number | null): EngineFailure {
  return { ok: false, code, terminal: false, ...(retryAfter ? { retryAfter } : {}) };
}

/** Gives a failure with the reason a person reads, and the seconds to wait where somebody named them. */
export function failed(reason: FailureReason, retryAfter?: number | null): EngineFailure {
  return { ok: false, code: 'failed', terminal: false, reason, ...(retryAfter ? { retryAfter } : {}) };
}

/** Adds to a failure what the sign was, for the log alone. */
export function withCause(failure: EngineFailure, cause: FailureCause): EngineFailure {
  return { ...failure, cause };
}

/** Gives the failure of a sign that throttling gives as well: every other failure outranks it, and it counts as no answer. */
export function tentatively(code: 'private' | 'gone'): EngineFailure {
  return { ok: false, code, terminal: false, tentative: true };
}

/** The failure of a source that shows a clip, its cover at most, but gives no file of it. */
export const CLIP_WITHHELD: EngineFailure = {
  ok: false,
  code: 'no_media',
  terminal: false,
  isClip: true,
  cause: 'clip_withheld',
};

/** The failure of a post that its own data calls private or hidden. */
export const MARKED_PRIVATE: EngineFailure = withCause(nonTerminal('private'), 'marked_private');

/** The most telling failure is reported: private before gone before a limit before the rest. */
const MOST_SPECIFIC_FIRST: readonly FailureCode[] = [
  'private',
  'gone',
  'rate_limited',
  'no_media',
  'failed',
  'network',
  'link_invalid',
];

/** The lowest rank of all; nothing that was asked ranks as low. */
export const LAST_RANK = 2 * MOST_SPECIFIC_FIRST.length;

/** Ranks a failure by how much it says, the lowest number first. A tentative one ranks behind every other failure. */
export function rankOf({ code, tentative }: EngineFailure): number {
  return MOST_SPECIFIC_FIRST.indexOf(code) + (tentative === true ? MOST_SPECIFIC_FIRST.length : 0);
}

/** Gives the failure that ranks first of two, the first where they rank the same. */
export function moreSpecific(first: EngineFailure, second: EngineFailure): EngineFailure {
  const chosen = rankOf(second) < rankOf(first) ? second : first;
  return first.isClip === true || second.isClip === true ? { ...chosen, isClip: true } : chosen;
}
