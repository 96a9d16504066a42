import { Mutex } from 'async-mutex';
import { type OnConflictBuilder, sql, type Transaction } from 'kysely';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import type { Database } from '../../base/db/database.ts';
import type { CounterRow, LastSeenRow, Tables } from '../../base/db/tables.ts';
import type { Logger } from '../../base/observability/logger.ts';

/** Milliseconds that one row of a counter covers before the clean-up, unless STEPS names another time for its kind. */
export const STEP_MS = 60_000;
/**
 * Milliseconds that one row of the kind `run_ms` covers. Rows of single minutes would be too many, because each duration range has its own.
 */
export const DURATIONS_STEP_MS = 5 * STEP_MS;
/** Milliseconds that one row covers after the clean-up. A row of the kind `sent` covers a whole day. */
export const HOUR_MS = 60 * STEP_MS;

/**
 * Returns the time from which on rows cover single minutes: the start of the hour before that of `now`, both in milliseconds since 1970.
 * The clean-up adds older rows up to rows of hours.
 */
export const minuteRowsStart = (now: number): number => Math.floor(now / HOUR_MS - 1) * HOUR_MS;

/** Largest plausible difference in milliseconds between the clocks of two instances. A time further ahead comes from a wrong clock. */
export const CLOCK_SKEW_MAX_MS = 60 * STEP_MS;

/** Ratio of the upper bounds of two neighbouring duration ranges. */
const RANGE_RATIO = 1.1;

/**
 * Returns the upper bound of the duration range that contains a duration, both in milliseconds; each bound is about a tenth higher than the
 * one before, and the lowest is 1. Every median that a page shows is such a bound, so that two pages never show different times for one
 * preview.
 */
export const durationBoundOf = (ms: number): number =>
  Math.ceil(RANGE_RATIO ** Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(RANGE_RATIO)));

/**
 * Returns the upper bound in milliseconds of the duration range that contains the median of the counted durations; null if none was
 * counted. `outcome` of a row is the upper bound of its range as text.
 */
export const medianDuration = (
  rows: readonly { readonly outcome: string; readonly count: number }[],
): number | null => {
  const steps = rows
    .map(({ outcome, count }) => ({ ms: Number(outcome), count }))
    .sort((one, other) => one.ms - other.ms);
  const middle = steps.reduce((total, { count }) => total + count, 0) / 2;
  let passed = 0;
  for (const { ms, count } of steps) {
    passed += count;
    if (passed >= middle) return ms;
  }
  return null;
};

/** Milliseconds between two writes of the counters. */
const FLUSH_MS = 5_000;

export const DAY_MS = 24 * HOUR_MS;

/** Returns the day of a moment (milliseconds since 1970) in UTC: '2026-07-04'. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the start (UTC) of the first of `count` days that end with the day of `now`, both in milliseconds since 1970. */
export const firstOfDays = (count: number, now: number): number =>
  Math.floor(now / DAY_MS) * DAY_MS - (count - 1) * DAY_MS;

/** Returns the starts (UTC) of the last `count` days up to that of `now`, oldest first, in milliseconds since 1970. */
export const lastDays = (count: number, now: number): number[] =>
  Array.from({ length: count }, (_, index) => firstOfDays(count, now) + index * DAY_MS);

/**
 * Kinds of counters, and what each kind counts by. For the Overview: `preview` by 'ok' or error code, `preview_ms` by duration range,
 * `download` by 'ok' or 'failed'. For the traffic: `sent` by platform and day. For the status: `judged` by 'worked' or 'failed', `run_ms` by
 * duration range, `cause` by the cause that a failure shows.
 */
type CountKind = 'preview' | 'preview_ms' | 'download' | 'sent' | 'judged' | 'run_ms' | 'cause';
/** Milliseconds that one row covers, by kind. A row of any other kind covers STEP_MS. */
const STEPS: Partial<Record<CountKind, number>> = { run_ms: DURATIONS_STEP_MS, sent: DAY_MS };
/** Kinds whose rows are deleted, instead of being added up to hours, when they are older than the previous hour. */
const RECENT_KINDS: CountKind[] = ['run_ms', 'cause'];

/**
 * Events of which only the last time is stored. `judged`: an outcome was counted as a success or failure. `skipped`: a run ended after
 * which previews skip the engine. `replaced`: another service or program took the place of the one that the engine asked. `test`: a
 * scheduled check that reached the platform ended.
 */
type SeenKind = 'judged' | 'skipped' | 'replaced' | 'test';

/** Counters and times that are not yet in the database, by their key columns. */
interface Batch {
  readonly counts: Map<string, CounterRow>;
  readonly seen: Map<string, LastSeenRow>;
}
const createBatch = (): Batch => ({ counts: new Map(), seen: new Map() });

const addTo = ({ counts }: Batch, row: CounterRow): void => {
  const key = `${String(row.step)} ${row.kind} ${row.platform} ${row.engine} ${row.outcome}`;
  const known = counts.get(key);
  counts.set(
    key,
    known === undefined ? row : { ...row, count: known.count + row.count, bytes: known.bytes + row.bytes },
  );
};
const recordSeenIn = ({ seen }: Batch, row: LastSeenRow): void => {
  const key = `${row.kind} ${row.platform} ${row.engine}`;
  const known = seen.get(key);
  if (known === undefined || known.at < row.at) seen.set(key, row);
};

const KEY = ['step', 'kind', 'platform', 'engine', 'outcome'] as const;
const COLUMNS = [...KEY, 'count', 'bytes'] as const;

/** Adds the count and the bytes of a row to those of the stored row with the same key. */
const addUp = (conflict: OnConflictBuilder<Tables, 'counters'>) =>
  conflict.columns(KEY).doUpdateSet((eb) => ({
    count: eb('counters.count', '+', eb.ref('excluded.count')),
    bytes: eb('counters.bytes', '+', eb.ref('excluded.bytes')),
  }));

/**
 * Adds rows from before the previous hour up to rows of hours. Deletes rows older than COUNTS_RETENTION_DAYS, and rows of RECENT_KINDS from
 * before the previous hour. `at` is the current time in milliseconds since 1970.
 */
const cleanUp = async (trx: Transaction<Tables>, at: number): Promise<void> => {
  const before = minuteRowsStart(at);
  const intoHour = sql<number>`step % ${sql.lit(HOUR_MS)}`;
  const hour = sql<number>`step - step % ${sql.lit(HOUR_MS)}`;
  await trx
    .deleteFrom('counters')
    .where((eb) =>
      eb.or([
        eb('step', '<', at - COUNTS_RETENTION_DAYS * DAY_MS),
        eb.and([eb('kind', 'in', RECENT_KINDS), eb('step', '<', before)]),
      ]),
    )
    .execute();
  await trx
    .insertInto('counters')
    .columns(COLUMNS)
    .expression((eb) =>
      eb
        .selectFrom('counters')
        .select(({ fn }) => [
          hour.as('step'),
          'kind',
          'platform',
          'engine',
          'outcome',
          fn.sum<number>('count').as('count'),
          fn.sum<number>('bytes').as('bytes'),
        ])
        .where('step', '<', before)
        .where(intoHour, '<>', 0)
        .groupBy([hour, 'kind', 'platform', 'engine', 'outcome']),
    )
    .onConflict(addUp)
    .execute();
  await trx.deleteFrom('counters').where('step', '<', before).where(intoHour, '<>', 0).execute();
};

const write = async (trx: Transaction<Tables>, { counts, seen }: Batch, at: number): Promise<void> => {
  if (counts.size > 0)
    await trx
      .insertInto('counters')
      .values([...counts.values()])
      .onConflict(addUp)
      .execute();
  if (seen.size > 0)
    await trx
      .insertInto('last_seen')
      .values([...seen.values()])
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'platform', 'engine'])
          .doUpdateSet((eb) => ({ at: eb.ref('excluded.at') }))
          // Keeps a later time that another instance wrote, unless it is further ahead than clocks can differ.
          .where((eb) =>
            eb.or([
              eb('last_seen.at', '<', eb.ref('excluded.at')),
              eb('last_seen.at', '>', at + CLOCK_SKEW_MAX_MS),
            ]),
          ),
      )
      .execute();
};

/**
 * Creates a function that must be called after each write, with the fault or, after a successful write, with null. The function logs a
 * fault whose kind differs from that of the write before, and the first success after a fault.
 */
const createWriteLogger = (log: Logger): ((fault: unknown) => void) => {
  let last: string | null = null;
  return (fault) => {
    const kind = fault === null ? null : fault instanceof Error ? fault.name : 'unknown';
    if (kind !== null && kind !== last) log.error({ err: fault }, 'the counters could not be written');
    if (kind === null && last !== null) log.info('the counters are written again');
    last = kind;
  };
};

/** Rows of counters, and the last times of events. */
export interface CounterData {
  readonly rows: readonly CounterRow[];
  readonly seen: readonly LastSeenRow[];
}

/**
 * Counters of all instances, kept for COUNTS_RETENTION_DAYS. A row covers a minute or the time in STEPS and, once it is older than the
 * previous hour, at least an hour; rows of RECENT_KINDS are deleted then. The counters contain no visitor, link, post or network. New
 * counts of this instance wait in memory for a few seconds before they are written.
 */
export type Counters = ReturnType<typeof createCounters>;

/**
 * Creates the counters and starts the timer that writes them to the database. The timer does not keep the process alive. `now` returns
 * milliseconds since 1970.
 */
export const createCounters = (database: Database, log: Logger, now: () => number = Date.now) => {
  let pending = createBatch();
  /** Batch that is being written. Until the write ends, it may or may not be stored. */
  let writing = createBatch();
  let waiting: (CounterData & { readonly writeCount: number }) | null = null;
  let writeCount = 0;
  let cleanedAt = Number.NEGATIVE_INFINITY;
  const logWrite = createWriteLogger(log);
  const mutex = new Mutex();

  const writeOnce = async (): Promise<void> => {
    if (pending.counts.size + pending.seen.size === 0) return;
    const at = now();
    const cleans = Math.abs(at - cleanedAt) >= HOUR_MS;
    const taken = pending;
    writing = taken;
    pending = createBatch();
    try {
      await database.write(async (trx) => {
        await write(trx, taken, at);
        if (cleans) await cleanUp(trx, at);
      });
      if (cleans) cleanedAt = at;
      writeCount += 1;
      logWrite(null);
    } catch (fault) {
      for (const row of taken.counts.values()) addTo(pending, row);
      for (const seen of taken.seen.values()) recordSeenIn(pending, seen);
      logWrite(fault);
    }
    writing = createBatch();
    waiting = null;
  };
  // Writes and reads run one after the other, so that a read knows what it contains.
  const flush = (): Promise<void> => mutex.runExclusive(writeOnce);
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  return {
    /** Adds one to the count of a counter, and `bytes` to its bytes. */
    add(kind: CountKind, platform: string, outcome: string, { engine = '', bytes = 0 } = {}): void {
      waiting = null;
      const stepMs = STEPS[kind] ?? STEP_MS;
      const step = Math.floor(now() / stepMs) * stepMs;
      addTo(pending, { step, kind, platform, engine, outcome, count: 1, bytes });
    },
    /** Records the current time as the last time of an event of a platform, or of an engine on a platform. */
    recordSeen(kind: SeenKind, platform: string, engine = ''): void {
      waiting = null;
      recordSeenIn(pending, { kind, platform, engine, at: now() });
    },
    /**
     * Returns the stored rows of the kinds whose step begins at `since` or later and before `before` (milliseconds since 1970; by default two
     * minutes ahead of now: a later step comes from an instance whose clock was wrong). Returns also the last times of all events, without times that are more than CLOCK_SKEW_MAX_MS ahead. Throws
     * DatabaseUnavailableError.
     */
    readStored: (
      kinds: readonly CountKind[],
      since: number,
      before = now() + 2 * STEP_MS,
    ): Promise<CounterData> =>
      mutex.runExclusive(async () => {
        const { query } = database;
        const rows = await query
          .selectFrom('counters')
          .select(COLUMNS)
          .where('kind', 'in', kinds)
          .where('step', '>=', since)
          .where('step', '<', before)
          .execute();
        const seen = await query
          .selectFrom('last_seen')
          .selectAll()
          .where('at', '<=', now() + CLOCK_SKEW_MAX_MS)
          .execute();
        return { rows, seen };
      }),
    /**
     * Returns the counts and times of this instance that wait or are just being written: the same object until they change. `writeCount` is
     * the number of successful writes.
     */
    readUnwritten() {
      const batches = [writing, pending];
      waiting ??= {
        rows: batches.flatMap(({ counts }) => [...counts.values()]),
        seen: batches.flatMap(({ seen }) => [...seen.values()]),
        writeCount,
      };
      return waiting;
    },
    /** Writes the counts that wait in memory. If that fails, they wait for the next write. Never rejects. */
    flush,
    /** Stops the timer and writes a last time. Never rejects. */
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
};
