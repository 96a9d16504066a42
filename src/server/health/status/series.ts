import type { Observation } from '#shared/contract/status.ts';
import { STATUS_OUTCOMES_MAX, STATUS_RECENT_MS } from '#shared/contract/status.ts';
import { stateOfTally } from './assess-tally.ts';
import { timeStepOf } from './time-steps.ts';

/** Outcomes that decide the state: the last ones. */
const STATUS_WINDOW_OUTCOMES = 10;

interface Outcome {
  readonly at: number;
  readonly worked: boolean;
  readonly ms: number | null;
}

/** Recent outcomes of one part of the service or one engine. */
export interface Series {
  /** Adds an outcome. `ms` is its duration, or null if the duration does not count toward the speed. */
  add(worked: boolean, ms: number | null): void;
  /** Returns the current state, or UNKNOWN without an outcome in the last STATUS_RECENT_MS. */
  observe(): Observation;
}

export const UNKNOWN: Observation = { state: 'unknown', medianMs: null, lastSeen: null };

/** Returns the lower of the two middle values, as `medianStep` does. */
const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null;

/**
 * Creates a series of at most STATUS_OUTCOMES_MAX outcomes. The state comes from the last STATUS_WINDOW_OUTCOMES of them, the
 * median time, as its time step, from all of the last STATUS_RECENT_MS. A median above `slowMs` milliseconds is 'slow'.
 */
export const createSeries = (slowMs: number, now: () => number): Series => {
  const outcomes: Outcome[] = [];
  return {
    add(worked, ms) {
      outcomes.push({ at: now(), worked, ms });
      if (outcomes.length > STATUS_OUTCOMES_MAX) outcomes.shift();
    },
    observe() {
      const since = now() - STATUS_RECENT_MS;
      const recent = outcomes.filter(({ at }) => at >= since);
      const last = recent.at(-1);
      if (last === undefined) return UNKNOWN;
      const middle = median(recent.flatMap(({ ms }) => (ms === null ? [] : [ms])));
      const assessed = recent.slice(-STATUS_WINDOW_OUTCOMES);
      const failed = assessed.filter(({ worked }) => !worked).length;
      return {
        state: stateOfTally({ worked: assessed.length - failed, failed }, middle, slowMs),
        medianMs: middle === null ? null : timeStepOf(middle),
        lastSeen: new Date(last.at).toISOString(),
      };
    },
  };
};
