import { STATUS_RECENT_MS } from '#shared/contract/status.ts';
import type { Database } from '../../base/db/database.ts';
import type { Tally } from './assess-tally.ts';
import { CLOCK_SKEW_MAX_MS } from './time-steps.ts';

/** Days of the status history. */
export const STATUS_DAYS = 30;

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** Subject of a status: a part (a platform's previews, or all downloads), or one engine on a platform. */
export interface StatusSubject {
  readonly platform: string;
  /** Engine name; empty for the part as a whole. */
  readonly engine: string;
}

/** Attempts of one hour; `hour` is its start in milliseconds since 1970. */
export interface HourTally extends StatusSubject, Tally {
  readonly hour: number;
}

/** Counters of all instances, as read from the database. */
export interface StatusHistory {
  /** Every hour with attempts in the last STATUS_DAYS days, oldest first. */
  readonly hours: readonly HourTally[];
  /** Durations of the current and the previous hour, counted by step: `outcome` is its upper bound in milliseconds. */
  readonly timeSteps: readonly (StatusSubject & { readonly outcome: string; readonly count: number })[];
  /** Time of the last assessed outcome (kind 'judged') and of the last check (kind 'test'), in milliseconds since 1970. */
  readonly seen: readonly (StatusSubject & { readonly kind: string; readonly at: number })[];
}

export const EMPTY_HISTORY: StatusHistory = { hours: [], timeSteps: [], seen: [] };

/** Returns the start (UTC) of the first of the STATUS_DAYS days that end with the day of `now`. */
export const firstDayOf = (now: number): number =>
  Math.floor(now / DAY_MS) * DAY_MS - (STATUS_DAYS - 1) * DAY_MS;

/** Returns the start of the hour in which the last STATUS_RECENT_MS began. */
export const firstRecentHourOf = (now: number): number =>
  Math.floor((now - STATUS_RECENT_MS) / HOUR_MS) * HOUR_MS;

/** Reads the attempts of every hour from `since` on, oldest first. Throws DatabaseUnavailableError. */
export const readHourTallies = async ({ query }: Database, since: number): Promise<HourTally[]> => {
  const rows = await query
    .selectFrom('hourly_counts')
    .select(['hour', 'platform', 'engine', 'outcome', 'count'])
    .where('kind', '=', 'judged')
    .where('hour', '>=', since)
    .orderBy('hour')
    .execute();
  const tallies = new Map<string, { -readonly [Key in keyof HourTally]: HourTally[Key] }>();
  for (const { hour, platform, engine, outcome, count } of rows) {
    const key = `${String(hour)} ${platform} ${engine}`;
    const tally = tallies.get(key) ?? { hour, platform, engine, worked: 0, failed: 0 };
    tally[outcome === 'worked' ? 'worked' : 'failed'] += count;
    tallies.set(key, tally);
  }
  return [...tallies.values()];
};

/** Reads the counters from which the status is built. Throws DatabaseUnavailableError. */
export const readStatusHistory = async (database: Database, now: number): Promise<StatusHistory> => {
  const { query } = database;
  // Counters of future hours come from an instance whose clock was wrong.
  const hours = (await readHourTallies(database, firstDayOf(now))).filter(({ hour }) => hour <= now);
  const timeSteps = await query
    .selectFrom('hourly_counts')
    .select(['platform', 'engine', 'outcome', 'count'])
    .where('kind', '=', 'run_ms')
    .where('hour', '>=', firstRecentHourOf(now))
    .where('hour', '<=', now)
    .execute();
  const seen = await query
    .selectFrom('last_seen')
    .select(['kind', 'platform', 'engine', 'at'])
    .where('at', '<=', now + CLOCK_SKEW_MAX_MS)
    .execute();
  return { hours, timeSteps, seen };
};
