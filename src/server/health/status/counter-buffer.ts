import { Mutex } from 'async-mutex';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import type { Database } from '../../base/db/database.ts';
import type { Logger } from '../../base/observability/logger.ts';
import type { CountRow } from './overview.ts';
import { CLOCK_SKEW_MAX_MS } from './time-steps.ts';

/** Interval at which the counts are written. */
const COUNTS_FLUSH_MS = 15_000;

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

type Row = CountRow & { readonly engine: string };
interface LastSeen {
  readonly kind: string;
  readonly platform: string;
  readonly engine: string;
  readonly at: number;
}

/** Counts and times that are not yet in the database, by their key columns. */
interface Pending {
  readonly counts: Map<string, Row>;
  readonly seen: Map<string, LastSeen>;
}
const createPending = (): Pending => ({ counts: new Map(), seen: new Map() });

const addTo = ({ counts }: Pending, row: Row): void => {
  const key = `${String(row.hour)} ${row.kind} ${row.platform} ${row.engine} ${row.outcome}`;
  const known = counts.get(key);
  counts.set(
    key,
    known === undefined ? row : { ...row, count: known.count + row.count, bytes: known.bytes + row.bytes },
  );
};
const recordSeenIn = ({ seen }: Pending, now: LastSeen): void => {
  const key = `${now.kind} ${now.platform} ${now.engine}`;
  const known = seen.get(key);
  if (known === undefined || known.at < now.at) seen.set(key, now);
};

const write = (database: Database, { counts, seen }: Pending, at: number): Promise<void> =>
  database.write(async (trx) => {
    await trx
      .insertInto('hourly_counts')
      .values([...counts.values()])
      .onConflict((conflict) =>
        conflict.columns(['hour', 'kind', 'platform', 'engine', 'outcome']).doUpdateSet((eb) => ({
          count: eb('hourly_counts.count', '+', eb.ref('excluded.count')),
          bytes: eb('hourly_counts.bytes', '+', eb.ref('excluded.bytes')),
        })),
      )
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
    await trx
      .deleteFrom('hourly_counts')
      .where('hour', '<', at - COUNTS_RETENTION_DAYS * DAY_MS)
      .execute();
  });

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

/** Write-behind buffer for hourly counters and last-seen times. It stores no visitor, link, post or network. */
export interface CounterBuffer {
  /** Increments a counter of the current hour and adds `bytes` to its sum. */
  add(kind: string, platform: string, outcome: string, more?: { engine?: string; bytes?: number }): void;
  /** Records the current time as the last time of a kind. */
  recordSeen(kind: string, platform: string, engine?: string): void;
  /** Writes the buffer to the database. Whatever could not be written stays in the buffer for the next flush. Never rejects. */
  flush(): Promise<void>;
  /** Stops the periodic flush and flushes a last time. Never rejects. */
  close(): Promise<void>;
}

/**
 * Creates a counter buffer that flushes every COUNTS_FLUSH_MS and deletes counters older than COUNTS_RETENTION_DAYS. Its timer
 * does not keep the process alive. `now` returns milliseconds since 1970.
 */
export const createCounterBuffer = (database: Database, now: () => number, log: Logger): CounterBuffer => {
  let pending = createPending();
  const logWrite = createWriteLogger(log);
  const mutex = new Mutex();
  const flushOnce = async (): Promise<void> => {
    if (pending.counts.size === 0) return;
    const taken = pending;
    pending = createPending();
    try {
      await write(database, taken, now());
      logWrite(null);
    } catch (fault) {
      for (const row of taken.counts.values()) addTo(pending, row);
      for (const seen of taken.seen.values()) recordSeenIn(pending, seen);
      logWrite(fault);
    }
  };
  // Flushes run one after the other, so each includes what the previous one could not write.
  const flush = (): Promise<void> => mutex.runExclusive(flushOnce);
  const timer = setInterval(() => void flush(), COUNTS_FLUSH_MS);
  timer.unref();
  return {
    add(kind, platform, outcome, { engine = '', bytes = 0 } = {}) {
      const hour = Math.floor(now() / HOUR_MS) * HOUR_MS;
      addTo(pending, { hour, kind, platform, engine, outcome, count: 1, bytes });
    },
    recordSeen(kind, platform, engine = '') {
      recordSeenIn(pending, { kind, platform, engine, at: now() });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
};
