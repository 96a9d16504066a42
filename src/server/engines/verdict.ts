import type { FailureReason, VerdictCode } from '#shared/errors.ts';
import type { EngineVerdict } from './engine.ts';

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

/** The most telling failure is the one reported (facts/extraction: private > gone > limited > rest). */
export const MOST_SPECIFIC_FIRST: readonly VerdictCode[] = [
  'private',
  'gone',
  'rate_limited',
  'no_media',
  'failed',
  'network',
  'link_invalid',
];

/** Gives the more telling of two verdicts, neither of them definite, the first where they tell the same. */
export function moreSpecific(first: EngineVerdict, second: EngineVerdict): EngineVerdict {
  return MOST_SPECIFIC_FIRST.indexOf(second.code) < MOST_SPECIFIC_FIRST.indexOf(first.code) ? second : first;
}
