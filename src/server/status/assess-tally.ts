import type { StatusState } from '#shared/contract/status.ts';
import { STATUS_FAILURES_MIN } from '#shared/limits.ts';

/** How many tries worked, and how many failed. */
export interface Tally {
  readonly worked: number;
  readonly failed: number;
}

/** Tells from tries whether something works; null where they tell nothing. */
export const assessTally = ({ worked, failed }: Tally): boolean | null => {
  if (failed * 2 <= worked + failed) return worked + failed === 0 ? null : true;
  return failed < STATUS_FAILURES_MIN ? null : false;
};

/** The same with its speed: slow means a median time above `slowMs` milliseconds. */
export const stateOfTally = (tally: Tally, medianMs: number | null, slowMs: number): StatusState => {
  const works = assessTally(tally);
  if (works === null) return 'unknown';
  if (!works) return 'failing';
  return medianMs !== null && medianMs > slowMs ? 'slow' : 'working';
};
