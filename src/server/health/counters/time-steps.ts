/** Lengths of the time that a counter counts: of a minute, of five for durations, whose many steps would make many rows, and later of an hour. */
export const STEP_MS = 60_000;
export const DURATIONS_STEP_MS = 5 * STEP_MS;
export const HOUR_MS = 60 * STEP_MS;

/** Returns the start of the hour before that of `now`. Minutes are added up to hours before it. */
export const minutesFrom = (now: number): number => Math.floor(now / HOUR_MS - 1) * HOUR_MS;

/** Largest plausible difference between clocks of instances. A time further ahead comes from a wrong clock. */
export const CLOCK_SKEW_MAX_MS = 60 * STEP_MS;

/** Ratio of the upper bounds of two neighbouring time steps. */
const STEP = 1.1;

/**
 * Returns the upper bound of the time step that a duration is counted in, both in milliseconds. The medians of the Overview
 * come from such steps, so every other median is shown as its step too: two places never tell two times of one preview.
 */
export const timeStepOf = (ms: number): number =>
  Math.ceil(STEP ** Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(STEP)));

/**
 * Returns the step that contains the median of the counted durations, or null without any. `outcome` is a step's upper bound
 * as text.
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
