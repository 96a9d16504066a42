import type { DayState, Incident, Past, StatusPart } from '#shared/contract/status.ts';
import { DAY_MS, dayOf, firstOfDays, HOUR_MS, lastDays } from '../counters/counters.ts';
import { assessTally, type StepTally, sumOf, type Tally } from './tallies.ts';

/** Number of days that the status shows, today included. */
const STATUS_DAYS = 30;

/** Failing hours further apart than this are separate incidents, even with no success between them. */
const INCIDENT_GAP_MS = DAY_MS;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns the start (UTC) of the first of the STATUS_DAYS days that end with the day of `now`, both in milliseconds since 1970. */
export const firstDayOf = (now: number): number => firstOfDays(STATUS_DAYS, now);

/** Returns the last STATUS_DAYS days (UTC, `YYYY-MM-DD`) up to that of `now`, oldest first. */
export const daysOf = (now: number): string[] => lastDays(STATUS_DAYS, now).map(dayOf);

const dayStateOf = (hours: readonly StepTally[]): DayState => {
  const works = assessTally(sumOf(hours));
  if (works === null) return 'unknown';
  if (!works) return 'failing';
  return hours.some((hour) => assessTally(hour) === false) ? 'disturbed' : 'working';
};

const shareOf = ({ worked, failed }: Tally): number => Math.floor((worked * 100) / (worked + failed));

/**
 * Returns the state and the success rate of each of the STATUS_DAYS days from a subject's hourly attempts. The rate is in whole percent,
 * null for a day of unknown state.
 */
export const pastDaysOf = (hours: readonly StepTally[], now: number): Past => {
  const byDay = Map.groupBy(hours, ({ step }) => step - (step % DAY_MS));
  const days = lastDays(STATUS_DAYS, now).map((start) => {
    const own = byDay.get(start) ?? [];
    const state = dayStateOf(own);
    return { state, share: state === 'unknown' ? null : shareOf(sumOf(own)) };
  });
  return { states: days.map(({ state }) => state), shares: days.map(({ share }) => share) };
};

/**
 * Returns the incidents of a part from its hourly attempts (oldest first). Failing hours less than a day apart, without a working hour in
 * between, are one incident. A working hour marks all earlier incidents as over.
 */
export const incidentsOf = (part: StatusPart, hours: readonly StepTally[], now: number): Incident[] => {
  let incidents: Incident[] = [];
  for (const hour of hours) {
    const works = assessTally(hour);
    const last = incidents.at(-1);
    if (works === null) continue;
    if (works) {
      incidents = incidents.map((incident) => ({ ...incident, over: true }));
      continue;
    }
    const until = iso(Math.min(hour.step + HOUR_MS, now));
    const isContinuation =
      last !== undefined && !last.over && hour.step - Date.parse(last.until) < INCIDENT_GAP_MS;
    if (isContinuation) incidents[incidents.length - 1] = { ...last, until };
    else incidents.push({ part, from: iso(hour.step), until, over: false });
  }
  return incidents;
};
