/**
 * Milliseconds that one row of a counter covers: a minute, five minutes for durations, which would otherwise need too many rows, and an
 * hour once older rows are added up.
 */
export const STEP_MS = 60_000;
export const DURATIONS_STEP_MS = 5 * STEP_MS;
export const HOUR_MS = 60 * STEP_MS;

/**
 * Returns the start of the hour before that of `now`, both in milliseconds since 1970. Rows of minutes from before that time are added up
 * to rows of hours.
 */
export const minutesFrom = (now: number): number => Math.floor(now / HOUR_MS - 1) * HOUR_MS;

/** Largest plausible difference between clocks of instances. A time further ahead comes from a wrong clock. */
export const CLOCK_SKEW_MAX_MS = 60 * STEP_MS;

/** Ratio of the upper bounds of two neighbouring time steps. */
const STEP = 1.1;

/**
 * Returns the upper bound of the range that a duration is counted in, both in milliseconds; each range is a tenth longer than the one
 * before. Every median on a page is such a bound, so that two pages never show different times for one preview.
 */
export const timeStepOf = (ms: number): number =>
  Math.ceil(STEP ** Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(STEP)));

/**
 * Returns the upper bound of the time step that contains the median of the counted durations, in milliseconds; null without any. `outcome`
 * is the upper bound of a row's time step as text.
 */
export const medianDuration = (
  rows: readonly { readonly outcome: string; readonly count: number }[],
): number | null => {
  const steps = rows
    .map(({ outcome, count }) => ({ ms: Number(outcome), count }))
    .sort((one, other) => one.ms - other.ms);
  const middle = steps.reduce((total, { count }) => total + count, 0) / 2;
  let passed = 0;
  for (const { ms, count } of steps) {
    passed += count;
    if (passed >= middle) return ms;
  }
  return null;
};
