import { type StepTally, sumOf } from '../status/tallies.ts';

/** Minimum number of attempts for an alert. */
const ALERT_TRIES_MIN = 6;
/**
 * Minimum milliseconds from the last change of the state to the next one, unless successes in a row end a failure. `shareSince` counts the
 * attempts of this time, and older ones only if these are fewer than ALERT_TRIES_MIN.
 */
const ALERT_SPAN_MS = 10 * 60_000;
/** Maximum age of the attempts for an alert, in milliseconds. */
const ALERT_LOOK_BACK_MS = 6 * 60 * 60 * 1_000;

/**
 * Minimum number of attempts within SUDDEN_SPAN_MS that decide without older attempts, so that a busy site reports a sudden failure early.
 */
const SUDDEN_TRIES_MIN = 10;
const SUDDEN_SPAN_MS = 2 * 60_000;

/** Minimum number of successes in a row, over at least STREAK_SPAN_MS, with which a failing platform counts as recovered. */
const STREAK_TRIES_MIN = 3;
const STREAK_SPAN_MS = 2 * 60_000;

/** Recent success rate of a platform. */
export interface RecentShare {
  /** Success rate in percent. */
  readonly share: number;
  /** Number of attempts. */
  readonly tries: number;
}

const shareOf = (tallies: readonly StepTally[], triesMin: number): RecentShare | null => {
  const { worked, failed } = sumOf(tallies);
  const tries = worked + failed;
  return tries < triesMin ? null : { share: (worked * 100) / tries, tries };
};

/**
 * Returns the success rate of a platform's newest attempts since `since`: those of the last SUDDEN_SPAN_MS if they are at least
 * SUDDEN_TRIES_MIN, else those of the last ALERT_SPAN_MS with as many older ones, of the last ALERT_LOOK_BACK_MS, as ALERT_TRIES_MIN needs.
 * Returns null if there are fewer attempts, or if `since` is less than ALERT_SPAN_MS ago. `tallies` are in ascending order; times are in
 * milliseconds since 1970.
 */
export const shareSince = (tallies: readonly StepTally[], since: number, now: number): RecentShare | null => {
  if (now - since < ALERT_SPAN_MS) return null;
  const from = Math.max(since, now - ALERT_LOOK_BACK_MS);
  const newest: StepTally[] = [];
  let count = 0;
  for (const one of tallies.toReversed()) {
    if (one.step < from) break;
    if (count >= ALERT_TRIES_MIN && now - one.step > ALERT_SPAN_MS) break;
    newest.push(one);
    count += one.worked + one.failed;
  }
  const sudden = newest.filter(({ step }) => now - step < SUDDEN_SPAN_MS);
  return shareOf(sudden, SUDDEN_TRIES_MIN) ?? shareOf(newest, ALERT_TRIES_MIN);
};

/**
 * Returns the number and the success rate (100 percent) of the attempts after `since` that follow the last failure. Returns null if there
 * are fewer than STREAK_TRIES_MIN, or if the first of them is less than STREAK_SPAN_MS ago. `tallies` are in ascending order; times are in
 * milliseconds since 1970.
 */
export const successesSince = (
  tallies: readonly StepTally[],
  since: number,
  now: number,
): RecentShare | null => {
  const later = tallies.filter(({ step }) => step > since);
  const streak = later.slice(later.findLastIndex(({ failed }) => failed > 0) + 1);
  const [first] = streak;
  const isLong = first !== undefined && now - first.step >= STREAK_SPAN_MS;
  return isLong ? shareOf(streak, STREAK_TRIES_MIN) : null;
};
