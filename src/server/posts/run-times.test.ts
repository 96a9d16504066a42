import { describe, expect, it } from 'vitest';
import {
  createRunTimes,
  HEDGE_AFTER_DEFAULT_MS,
  HEDGE_AFTER_MAX_MS,
  HEDGE_AFTER_MIN_MS,
  RUN_TIMES_MAX,
} from './engine-health.ts';

const timesOf = (...all: readonly number[]) => {
  const times = createRunTimes();
  for (const ms of all) times.add(ms);
  return times;
};

describe('createRunTimes', () => {
  it('returns null and the default without runs', () => {
    const times = timesOf();
    expect([times.medianMs(), times.p95Ms(), times.slowAfterMs()]).toEqual([
      null,
      null,
      HEDGE_AFTER_DEFAULT_MS,
    ]);
  });

  it('uses the engine’s 95th percentile from the fifth run on', () => {
    expect(timesOf(1_500, 1_500, 1_500, 1_500).slowAfterMs()).toBe(HEDGE_AFTER_DEFAULT_MS);
    expect(timesOf(1_500, 1_200, 1_700, 1_300, 1_400).slowAfterMs()).toBe(1_700);
    const twenty = Array.from({ length: 20 }, (_, index) => 1_000 + 100 * index);
    // Nineteen of twenty are no slower than this.
    expect(timesOf(...twenty).slowAfterMs()).toBe(2_800);
    expect(timesOf(...twenty).medianMs()).toBe(1_900);
  });

  it('stays within bounds', () => {
    expect(timesOf(5, 5, 5, 5, 5).slowAfterMs()).toBe(HEDGE_AFTER_MIN_MS);
    expect(timesOf(11_000, 11_000, 11_000, 11_000, 11_000).slowAfterMs()).toBe(HEDGE_AFTER_MAX_MS);
  });

  it('uses only the last fifty runs', () => {
    const times = timesOf(...Array.from({ length: 30 }, () => 7_000));
    for (let index = 0; index < RUN_TIMES_MAX; index += 1) times.add(2_000);
    expect([times.slowAfterMs(), times.medianMs()]).toEqual([2_000, 2_000]);
  });
});
