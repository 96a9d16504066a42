import { Mutex } from 'async-mutex';
import { type OnConflictBuilder, sql, type Transaction } from 'kysely';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import type { Database } from '../../base/db/database.ts';
import type { CounterRow, LastSeenRow, Tables } from '../../base/db/tables.ts';
import type { Logger } from '../../base/observability/logger.ts';

/**
 * Milliseconds that one row of a counter covers: a minute, five minutes for durations, which would otherwise need too many rows, and an
 * hour once older rows are added up.
 */
export const STEP_MS = 60_000;
export const DURATIONS_STEP_MS = 5 * STEP_MS;
export const HOUR_MS = 60 * STEP_MS;

/**
 * Returns the time from which rows cover single minutes: the start of the hour before that of `now`, both in milliseconds since 1970. Older
 * rows are added up to rows of hours.
 */
export const minutesFrom = (now: number): number => Math.floor(now / HOUR_MS - 1) * HOUR_MS;

/** Largest plausible difference between clocks of instances. A time further ahead comes from a wrong clock. */
export const CLOCK_SKEW_MAX_MS = 60 * STEP_MS;

/** Ratio of the upper bounds of two neighbouring time steps. */
const STEP_RATIO = 1.1;

/**
 * Returns the upper bound of the range that a duration is counted in, both in milliseconds; each range is a tenth longer than the one
 * before. Every median on a page is such a bound, so that two pages never show different times for one preview.
 */
export const durationBoundOf = (ms: number): number =>
  Math.ceil(STEP_RATIO ** Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(STEP_RATIO)));

/**
 * Returns the upper bound of the time step that contains the median of the counted durations, in milliseconds; null without any. `outcome`
 * is the upper bound of a row's time step as text.
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

/** Interval at which the counters are written. */
const FLUSH_MS = 5_000;

const DAY_MS = 24 * HOUR_MS;

/**
 * What is counted. For the Overview: `preview` by 'ok' or error code, `preview_ms` by time step (milliseconds), `download` by 'ok' or
 * 'failed'. For the status: `judged` by 'worked' or 'failed', `run_ms` by time step, `cause` by what a failure shows.
 */
type CountKind = 'preview' | 'preview_ms' | 'download' | 'judged' | 'run_ms' | 'cause';
/** Kinds that only the present needs. They are deleted instead of being added up to hours. */
const KINDS_OF_NOW: CountKind[] = ['run_ms', 'cause'];

/**
 * Events of which only the last time is stored. `judged`: an outcome was counted. `skipped`: previews skip the engine after a run.
 * `replaced`: the name of the engine stands for another service or program from then on. `test`: a scheduled check.
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

/** Adds a row to the one that is stored under its key. */
const addUp = (conflict: OnConflictBuilder<Tables, 'counters'>) =>
  conflict.columns(KEY).doUpdateSet((eb) => ({
    count: eb('counters.count', '+', eb.ref('excluded.count')),
    bytes: eb('counters.bytes', '+', eb.ref('excluded.bytes')),
  }));

/** Adds minutes up to hours, except those of this and the previous hour, and deletes what is too old. */
const cleanUp = async (trx: Transaction<Tables>, at: number): Promise<void> => {
  const before = minutesFrom(at);
  const intoHour = sql<number>`step % ${sql.lit(HOUR_MS)}`;
  const hour = sql<number>`step - step % ${sql.lit(HOUR_MS)}`;
  await trx
    .deleteFrom('counters')
    .where((eb) =>
      eb.or([
        eb('step', '<', at - COUNTS_RETENTION_DAYS * DAY_MS),
        eb.and([eb('kind', 'in', KINDS_OF_NOW), eb('step', '<', before)]),
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

/** Creates a logger of write results (null: success). Logs a failure when its kind changes, and the first success after one. */
const createWriteLogger = (log: Logger): ((fault: unknown) => void) => {
  let last: string | null = null;
  return (fault) => {
    const kind = fault === null ? null : fault instanceof Error ? fault.name : 'unknown';
    if (kind !== null && kind !== last) log.error({ err: fault }, 'the counters could not be written');
    if (kind === null && last !== null) log.info('the counters are written again');
    last = kind;
  };
};

/** Rows of counters, and the last time of each kind of event. */
export interface Counted {
  readonly rows: readonly CounterRow[];
  readonly seen: readonly LastSeenRow[];
}

/**
 * Counters of all instances, per minute (durations per five minutes) and, once they are older, per hour, for COUNTS_RETENTION_DAYS. They
 * contain no visitor, link, post or network. New counts of this instance wait in memory for a few seconds before they are written.
 */
export interface Counters {
  /** Increments a counter and adds `bytes` to its sum. */
  add(kind: CountKind, platform: string, outcome: string, more?: { engine?: string; bytes?: number }): void;
  /** Records the current time as the last one of a kind. */
  recordSeen(kind: SeenKind, platform: string, engine?: string): void;
  /**
   * Returns the stored rows of these kinds from `since` until before `before` (milliseconds since 1970), and the last times of all events.
   * Throws DatabaseUnavailableError.
   */
  stored(kinds: readonly CountKind[], since: number, before?: number): Promise<Counted>;
  /** Returns what is not stored yet, as the same object until it changes. `writes` grows whenever some of it is stored. */
  waiting(): Counted & { readonly writes: number };
  /** Writes what is waiting. What cannot be written waits for the next time. Never rejects. */
  flush(): Promise<void>;
  /** Stops the timer and writes a last time. Never rejects. */
  close(): Promise<void>;
}

/**
 * Creates the counters and the timer that writes them to the database, which does not keep the process alive. `now` returns milliseconds
 * since 1970.
 */
export const createCounters = (database: Database, log: Logger, now: () => number = Date.now): Counters => {
  let pending = createBatch();
  /** Batch that is being written, so that it may or may not be stored. */
  let writing = createBatch();
  let waiting: ReturnType<Counters['waiting']> | null = null;
  let writes = 0;
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
      writes += 1;
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
    add(kind, platform, outcome, { engine = '', bytes = 0 } = {}) {
      waiting = null;
      const stepMs = kind === 'run_ms' ? DURATIONS_STEP_MS : STEP_MS;
      const step = Math.floor(now() / stepMs) * stepMs;
      addTo(pending, { step, kind, platform, engine, outcome, count: 1, bytes });
    },
    recordSeen(kind, platform, engine = '') {
      waiting = null;
      recordSeenIn(pending, { kind, platform, engine, at: now() });
    },
    // A later step comes from an instance whose clock was wrong.
    stored: (kinds, since, before = now() + 2 * STEP_MS) =>
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
    waiting() {
      const batches = [writing, pending];
      waiting ??= {
        rows: batches.flatMap(({ counts }) => [...counts.values()]),
        seen: batches.flatMap(({ seen }) => [...seen.values()]),
        writes,
      };
      return waiting;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
};
