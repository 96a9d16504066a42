import type { StatusState } from '#shared/contract/status.ts';
import { STATUS_FAILURES_MIN } from '#shared/contract/status.ts';

/** Numbers of successful and failed attempts. */
export interface Tally {
  readonly worked: number;
  readonly failed: number;
}

/**
 * Returns true if at least half of the attempts worked, false if more than half failed, and null if there were no attempts
 * or the failures are fewer than STATUS_FAILURES_MIN.
 */
export const assessTally = ({ worked, failed }: Tally): boolean | null => {
  if (failed * 2 <= worked + failed) return worked + failed === 0 ? null : true;
  return failed < STATUS_FAILURES_MIN ? null : false;
};

/** Returns the status of a tally; one that works is 'slow' if its median time is above `slowMs` (both in milliseconds). */
export const stateOfTally = (tally: Tally, medianMs: number | null, slowMs: number): StatusState => {
  const works = assessTally(tally);
  if (works === null) return 'unknown';
  if (!works) return 'failing';
  return medianMs !== null && medianMs > slowMs ? 'slow' : 'working';
};
