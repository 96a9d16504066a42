import type { Observation } from '#shared/contract/status.ts';
import { STATUS_OUTCOMES_MAX, STATUS_RECENT_MS, STATUS_WINDOW_OUTCOMES } from '#shared/limits.ts';
import { stateOfTally } from './assess-tally.ts';

interface Outcome {
  readonly at: number;
  readonly worked: boolean;
  readonly ms: number | null;
}

/** The last outcomes of one thing that can work or fail. */
export interface Series {
  /** `ms` is the time it took, null when that says nothing about speed. */
  add(worked: boolean, ms: number | null): void;
  observe(): Observation;
}

export const UNKNOWN: Observation = { state: 'unknown', medianMs: null, lastSeen: null };

const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

/** Keeps a bounded number of outcomes and forgets the old; slow means a median time above `slowMs` milliseconds. */
export const createSeries = (slowMs: number, now: () => number): Series => {
  const outcomes: Outcome[] = [];
  return {
    add(worked, ms) {
      outcomes.push({ at: now(), worked, ms });
      if (outcomes.length > STATUS_OUTCOMES_MAX) outcomes.shift();
    },
    observe() {
      const since = now() - STATUS_RECENT_MS;
      const lately = outcomes.filter(({ at }) => at >= since);
      const last = lately.at(-1);
      if (last === undefined) return UNKNOWN;
      const middle = median(lately.flatMap(({ ms }) => (ms === null ? [] : [ms])));
      const medianMs = middle === null ? null : Math.round(middle);
      const judged = lately.slice(-STATUS_WINDOW_OUTCOMES);
      const failed = judged.filter(({ worked }) => !worked).length;
      return {
        state: stateOfTally({ worked: judged.length - failed, failed }, medianMs, slowMs),
        medianMs,
        lastSeen: new Date(last.at).toISOString(),
      };
    },
  };
};
