import { STATUS_RECENT_MS } from '#shared/limits.ts';
import { CLOCK_SKEW_MAX_MS, STATUS_DAYS } from '#shared/status-limits.ts';
import type { Database } from '../db/database.ts';
import type { Tally } from './assess-tally.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** Which thing that can work or fail: a part, or with an engine's name that engine on a platform. */
export interface StatusSubject {
  readonly platform: string;
  /** Empty for the part as a whole. */
  readonly engine: string;
}

/** The tries of an hour that began at `hour`, milliseconds since 1970. */
export interface HourTally extends StatusSubject, Tally {
  readonly hour: number;
}

/** What all instances have counted, as the database had it. */
export interface StatusHistory {
  /** Every hour of the status's days in which something was tried, oldest first. */
  readonly hours: readonly HourTally[];
  /** Times of this hour and the one before, by steps. */
  readonly timeSteps: readonly (StatusSubject & { readonly outcome: string; readonly count: number })[];
  /** When something was last judged ('judged') or tried by the server itself ('test'). */
  readonly seen: readonly (StatusSubject & { readonly kind: string; readonly at: number })[];
}

export const EMPTY_HISTORY: StatusHistory = { hours: [], timeSteps: [], seen: [] };

/** The beginning of the status's first day (UTC). */
export const firstDayOf = (now: number): number =>
  Math.floor(now / DAY_MS) * DAY_MS - (STATUS_DAYS - 1) * DAY_MS;

/** The beginning of the first hour that may hold what happened lately. */
export const firstRecentHourOf = (now: number): number =>
  Math.floor((now - STATUS_RECENT_MS) / HOUR_MS) * HOUR_MS;

/** Reads the tries of every hour since one, oldest first. Throws DatabaseUnavailableError. */
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

/** Reads what the status of all instances is told from. Throws DatabaseUnavailableError. */
export const readStatusHistory = async (database: Database, now: number): Promise<StatusHistory> => {
  const { query } = database;
  // What is of a time that has not come was counted by a clock that was wrong.
  const hours = (await readHourTallies(database, firstDayOf(now))).filter(({ hour }) => hour <= now);
  const times = await query
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
  return { hours, timeSteps: times, seen };
};
