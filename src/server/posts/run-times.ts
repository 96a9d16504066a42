/** Successful runs used to compute an engine's usual speed: the maximum retained, and the minimum needed. */
export const RUN_TIMES_MAX = 50;
const RUN_TIMES_MIN = 5;
/**
 * Delay after which the next engine starts alongside a slow run: the engine's 95th percentile within these bounds, or the
 * default while unknown.
 */
export const HEDGE_AFTER_DEFAULT_MS = 3_000;
export const HEDGE_AFTER_MIN_MS = 1_000;
export const HEDGE_AFTER_MAX_MS = 8_000;

/** Durations of an engine's latest successful runs, in milliseconds. */
export interface RunTimes {
  add(ms: number): void;
  medianMs(): number | null;
  p95Ms(): number | null;
  /**
   * Returns the duration after which a run counts as slow: the engine's 95th percentile within bounds, or a default
   * while there are too few runs.
   */
  slowAfterMs(): number;
}

/**
 * Returns the percentile by nearest rank: the smallest value that at least `share` of the values do not exceed; null
 * for no values.
 */
const percentile = (values: readonly number[], share: number): number | null =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? null;

/** Creates an empty collection of durations. */
export const createRunTimes = (): RunTimes => {
  let recent: readonly number[] = [];
  const p95Ms = (): number | null => percentile(recent, 0.95);
  return {
    add(ms) {
      recent = [...recent, ms].slice(-RUN_TIMES_MAX);
    },
    medianMs: () => percentile(recent, 0.5),
    p95Ms,
    slowAfterMs() {
      const known = recent.length < RUN_TIMES_MIN ? null : p95Ms();
      return known === null
        ? HEDGE_AFTER_DEFAULT_MS
        : Math.min(HEDGE_AFTER_MAX_MS, Math.max(HEDGE_AFTER_MIN_MS, known));
    },
  };
};
