import { FAILURE_CACHE_MS, TERMINAL_FAILURE_CACHE_MS } from '#shared/limits.ts';
import type { EngineFailure } from '../engines/engine.ts';

/** When a failure happened and until when it is answered from memory, milliseconds of the chain's clock. */
export interface FailureMemory {
  readonly at: number;
  readonly until: number;
}

/**
 * Decides how long a failure is answered without asking the platform again. A named time ends it earlier: whoever comes back
 * then must be served.
 */
export const rememberFailure = (
  { terminal, retryAfter }: Pick<EngineFailure, 'terminal' | 'retryAfter'>,
  at: number,
): FailureMemory => {
  const lifetimeMs = terminal ? TERMINAL_FAILURE_CACHE_MS : FAILURE_CACHE_MS;
  return { at, until: at + Math.min(lifetimeMs, (retryAfter ?? Number.POSITIVE_INFINITY) * 1_000) };
};

/** Gives the seconds that are left of a named time. */
export const retryAfterNow = (retryAfter: number, { at }: FailureMemory, now: number): number =>
  Math.max(1, Math.ceil(retryAfter - (now - at) / 1_000));
