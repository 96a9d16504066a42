import type { FailureReason, VerdictCode } from '#shared/errors.ts';
import type { EngineVerdict } from './engine.ts';
import type { FailureCause } from './failure-cause.ts';

/** Gives the verdict that ends the chain: the sign allows one reading only. */
export function definitely(code: 'private' | 'gone'): EngineVerdict {
  return { ok: false, code, definite: true };
}

/** Gives a verdict another way or another engine may overturn. */
export function perhaps(code: Exclude<VerdictCode, 'failed'>, retryAfter?: number | null): EngineVerdict {
  return { ok: false, code, definite: false, ...(retryAfter ? { retryAfter } : {}) };
}

/** Gives a failure with the reason a person reads, and the seconds to wait where somebody named them. */
export function failed(reason: FailureReason, retryAfter?: number | null): EngineVerdict {
  return { ok: false, code: 'failed', definite: false, reason, ...(retryAfter ? { retryAfter } : {}) };
}

/** Adds to a failure what the sign was, for the log alone. */
export function because(verdict: EngineVerdict, cause: FailureCause): EngineVerdict {
  return { ...verdict, cause };
}

/** Gives the failure of a sign that throttling gives as well: every other failure outranks it, and it counts as no answer. */
export function tentatively(code: 'private' | 'gone'): EngineVerdict {
  return { ok: false, code, definite: false, tentative: true };
}

/** The failure of a source that shows a clip, its cover at most, but gives no file of it. */
export const CLIP_WITHHELD: EngineVerdict = {
  ok: false,
  code: 'no_media',
  definite: false,
  isClip: true,
  cause: 'clip_withheld',
};

/** The failure of a post that its own data calls private or hidden. */
export const MARKED_PRIVATE: EngineVerdict = because(perhaps('private'), 'marked_private');

/** The most telling failure is reported: private before gone before a limit before the rest. */
const MOST_SPECIFIC_FIRST: readonly VerdictCode[] = [
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
export function rankOf({ code, tentative }: EngineVerdict): number {
  return MOST_SPECIFIC_FIRST.indexOf(code) + (tentative === true ? MOST_SPECIFIC_FIRST.length : 0);
}

/** Gives the failure that ranks first of two, the first where they rank the same. */
export function moreSpecific(first: EngineVerdict, second: EngineVerdict): EngineVerdict {
  const chosen = rankOf(second) < rankOf(first) ? second : first;
  return first.isClip === true || second.isClip === true ? { ...chosen, isClip: true } : chosen;
}
