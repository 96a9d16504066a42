import type { EngineFailure } from '../engines/engine.ts';

/** Cache time of a failed preview; the longer time is for terminal failures (private, gone). */
export const FAILURE_CACHE_MS = 30_000;
export const TERMINAL_FAILURE_CACHE_MS = 60_000;

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
  { terminal, retryAfter }: Pick<EngineFailure, 'terminal' | 'retryAfter'>,
  at: number,
): FailureMemory => {
  const lifetimeMs = terminal ? TERMINAL_FAILURE_CACHE_MS : FAILURE_CACHE_MS;
  return { at, until: at + Math.min(lifetimeMs, (retryAfter ?? Number.POSITIVE_INFINITY) * 1_000) };
};

/** Returns the seconds that remain of a `retryAfter`, at least 1. */
export const retryAfterNow = (retryAfter: number, { at }: FailureMemory, now: number): number =>
  Math.max(1, Math.ceil(retryAfter - (now - at) / 1_000));
