/** Each step's upper bound is so many times that of the one before. */
const STEP = 1.25;

/** Gives the upper bound of the step a time is counted in, both in milliseconds. */
export const stepOf = (ms: number): number =>
  Math.ceil(STEP ** Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(STEP)));

/** Gives the step the middle one of all counted times lies in; null for none. `outcome` is a step as a text. */
export const medianStep = (
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
