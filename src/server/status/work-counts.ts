import type { Overview } from '#shared/contract/overview.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { COUNTS_FLUSH_MS, COUNTS_KEPT_DAYS, OVERVIEW_DAYS } from '#shared/limits.ts';
import type { Database } from '../db/database.ts';
import { DatabaseUnavailableError } from '../db/database-fault.ts';
import { type CountRow, overviewOf } from './overview-of.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** An asked preview that was answered. */
interface AnsweredPreview {
  readonly platform: string;
  readonly ms: number;
  /** Null when there was a post. */
  readonly failure: ErrorCode | null;
}

/** A download that has ended. */
interface EndedDownload {
  readonly platform: string;
  readonly ok: boolean;
  /** Bytes of a finished one. */
  readonly bytes: number;
}

/** How much the site is used: counts by the hour, kept for some months; nothing of who, what or from where. */
export interface WorkCounts {
  preview(answered: AnsweredPreview): void;
  download(ended: EndedDownload): void;
  /** The last thirty days of all instances, with what is still in memory here. Throws DatabaseUnavailableError. */
  overview(): Promise<Overview>;
  /** Writes what is in memory; what the database does not take now is tried again with the next. Never rejects. */
  flush(): Promise<void>;
  /** Flushes, and counts no more. */
  close(): Promise<void>;
}

/** Upper bounds of the steps times are counted in, milliseconds: each a quarter more than the last, up to a minute. */
const STEP = 1.25;
const stepOf = (ms: number): number =>
  Math.ceil(STEP ** Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(STEP)));

const keyOf = ({ hour, kind, platform, outcome }: CountRow): string =>
  `${String(hour)} ${kind} ${platform} ${outcome}`;

const addTo = (counts: Map<string, CountRow>, row: CountRow): void => {
  const known = counts.get(keyOf(row));
  counts.set(
    keyOf(row),
    known === undefined ? row : { ...row, count: known.count + row.count, bytes: known.bytes + row.bytes },
  );
};

const write = (database: Database, rows: readonly CountRow[], forgetBefore: number): Promise<void> =>
  database.write(async (trx) => {
    await trx
      .insertInto('hourly_counts')
      .values(rows.map((row) => ({ ...row, engine: '' })))
      .onConflict((conflict) =>
        conflict.columns(['hour', 'kind', 'platform', 'engine', 'outcome']).doUpdateSet((eb) => ({
          count: eb('hourly_counts.count', '+', eb.ref('excluded.count')),
          bytes: eb('hourly_counts.bytes', '+', eb.ref('excluded.bytes')),
        })),
      )
      .execute();
    await trx.deleteFrom('hourly_counts').where('hour', '<', forgetBefore).execute();
  });

/** Counts in memory and writes a few times a minute; its timer does not keep the process alive. `now` is in milliseconds. */
export const createWorkCounts = (database: Database, now: () => number = Date.now): WorkCounts => {
  let pending = new Map<string, CountRow>();
  let writing: Promise<void> = Promise.resolve();
  const add = (kind: CountRow['kind'], platform: string, outcome: string, bytes = 0): void => {
    const hour = Math.floor(now() / HOUR_MS) * HOUR_MS;
    addTo(pending, { hour, kind, platform, outcome, count: 1, bytes });
  };
  const flushOnce = async (): Promise<void> => {
    if (pending.size === 0) return;
    const taken = pending;
    pending = new Map();
    try {
      await write(database, [...taken.values()], now() - COUNTS_KEPT_DAYS * DAY_MS);
    } catch (fault) {
      for (const row of taken.values()) addTo(pending, row);
      if (!(fault instanceof DatabaseUnavailableError)) throw fault;
    }
  };
  const flush = (): Promise<void> => {
    // One after the other: each takes what the one before could not write.
    writing = writing.then(flushOnce).catch(() => undefined);
    return writing;
  };
  const timer = setInterval(() => void flush(), COUNTS_FLUSH_MS);
  timer.unref();
  return {
    preview({ platform, ms, failure }) {
      // Our own samples are no work.
      if (platform === 'sample') return;
      add('preview', platform, failure ?? 'ok');
      if (failure === null) add('preview_ms', platform, String(stepOf(ms)));
    },
    download({ platform, ok, bytes }) {
      add('download', platform, ok ? 'ok' : 'failed', bytes);
    },
    async overview() {
      const since = Math.floor(now() / DAY_MS) * DAY_MS - (OVERVIEW_DAYS - 1) * DAY_MS;
      await flush();
      const rows = await database.query
        .selectFrom('hourly_counts')
        .select(['hour', 'kind', 'platform', 'outcome', 'count', 'bytes'])
        .where('hour', '>=', since)
        .execute();
      return overviewOf(rows, now());
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
};
