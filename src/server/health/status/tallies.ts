import type { StatusState } from '#shared/contract/status.ts';
import { STATUS_FAILURES_MIN } from '#shared/contract/status.ts';
import type { CounterRow } from '../../base/db/tables.ts';

/** Numbers of successful and failed attempts. */
export interface Tally {
  readonly worked: number;
  readonly failed: number;
}

/** Attempts of a minute or an hour; `step` is its start in milliseconds since 1970. */
export interface StepTally extends Tally {
  readonly step: number;
}

/** Returns the key under which the attempts of a part of the service, or of an engine on a platform, are added up. */
export const subjectOf = (part: string, engine = ''): string => `${part} ${engine}`;

/**
 * Adds up the attempts of each subject in steps of `stepMs` milliseconds. Returns the tallies by the key from `subjectOf`, oldest first;
 * rows of other kinds than 'judged' are ignored.
 */
export const talliesBySubject = (
  rows: readonly CounterRow[],
  stepMs: number,
): ReadonlyMap<string, readonly StepTally[]> => {
  const subjects = new Map<string, Map<number, { step: number; worked: number; failed: number }>>();
  for (const { step: start, kind, platform, engine, outcome, count } of rows) {
    if (kind !== 'judged') continue;
    const subject = subjectOf(platform, engine);
    const tallies = subjects.get(subject) ?? new Map();
    subjects.set(subject, tallies);
    const step = start - (start % stepMs);
    const tally = tallies.get(step) ?? { step, worked: 0, failed: 0 };
    tallies.set(step, tally);
    tally[outcome === 'worked' ? 'worked' : 'failed'] += count;
  }
  return new Map(
    [...subjects].map(([subject, tallies]) => [
      subject,
      [...tallies.values()].sort((one, other) => one.step - other.step),
    ]),
  );
};

/** Returns the total successes and failures of `tallies`. */
export const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce<Tally>(
    (sum, { worked, failed }) => ({ worked: sum.worked + worked, failed: sum.failed + failed }),
    { worked: 0, failed: 0 },
  );

/**
 * Adds up the newest `attemptCount` attempts of `tallies`, which are in ascending order. The last tally always counts in full. An older one
 * with more attempts than are still needed counts in part, with its failures in proportion.
 */
export const sumOfNewest = (tallies: readonly StepTally[], attemptCount: number): Tally =>
  tallies.toReversed().reduce<Tally>(
    (sum, { worked, failed }, index) => {
      const all = worked + failed;
      const taken = index === 0 ? all : Math.min(all, Math.max(0, attemptCount - sum.worked - sum.failed));
      const takenFailed = Math.round((failed * taken) / all);
      return { worked: sum.worked + taken - takenFailed, failed: sum.failed + takenFailed };
    },
    { worked: 0, failed: 0 },
  );

/**
 * Returns true if at least half of the attempts worked. Returns false if more than half failed and the failures are at least
 * STATUS_FAILURES_MIN. Returns null if there were no attempts, or if more than half failed but too few in number.
 */
export const assessTally = ({ worked, failed }: Tally): boolean | null => {
  if (failed * 2 <= worked + failed) return worked + failed === 0 ? null : true;
  return failed < STATUS_FAILURES_MIN ? null : false;
};

/**
 * Returns the state that a tally shows (see `assessTally`). A working part is 'slow' if its median time is above `slowMs`; both are values
 * of `durationBoundOf` in milliseconds. The median is null if no duration was counted.
 */
export const stateOfTally = (tally: Tally, medianMs: number | null, slowMs: number): StatusState => {
  const works = assessTally(tally);
  if (works === null) return 'unknown';
  if (!works) return 'failing';
  return medianMs !== null && medianMs > slowMs ? 'slow' : 'working';
};
