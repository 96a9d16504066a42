import { type Failure, meaningOf } from '../platforms/failure-table.ts';

/** Time of a failure, and until when it is answered from the cache, in milliseconds of the registry's clock. */
export interface FailureMemory {
  readonly at: number;
  readonly until: number;
}

/**
 * Returns how long a failure is answered from the cache. A `retryAfter` that ends earlier wins: a visitor who returns
 * at that time must get a new attempt.
 */
export const rememberFailure = (
  failure: Failure & { readonly retryAfter?: number },
  at: number,
): FailureMemory => {
  const { retryAfter = Number.POSITIVE_INFINITY } = failure;
  return { at, until: at + Math.min(meaningOf(failure).memoryMs, retryAfter * 1_000) };
};

/** Returns the seconds that remain of a `retryAfter`, at least 1. */
export const retryAfterNow = (retryAfter: number, { at }: FailureMemory, now: number): number =>
  Math.max(1, Math.ceil(retryAfter - (now - at) / 1_000));
