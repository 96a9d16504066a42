import type { Overview } from '#shared/contract/overview.ts';
import type { StatusPlatform } from '#shared/contract/status.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { COUNTS_FLUSH_MS, COUNTS_KEPT_DAYS, OVERVIEW_DAYS } from '#shared/limits.ts';
import type { Database } from '../db/database.ts';
import { DatabaseUnavailableError } from '../db/database-fault.ts';
import { type CountRow, OVERVIEW_KINDS, overviewOf } from './overview-of.ts';
import { stepOf } from './time-steps.ts';
import type { JudgedOutcome } from './work-log.ts';

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
  /**
   * What an engine, a whole preview or a download came to: kinds 'judged' ('worked' or 'failed'), 'run' of an engine ('ok' or an
   * error code) and 'run_ms', by steps of time.
   */
  outcome(outcome: JudgedOutcome): void;
  /** A try of the owner's own posts: kind 'test'. */
  tested(platform: StatusPlatform, worked: boolean): void;
  /** The last thirty days of all instances, with what is still in memory here. Throws DatabaseUnavailableError. */
  overview(): Promise<Overview>;
  /** Writes what is in memory; what the database does not take now is tried again with the next. Never rejects. */
  flush(): Promise<void>;
  /** Flushes, and counts no more. */
  close(): Promise<void>;
}

type Row = CountRow & { readonly engine: string };
interface Seen {
  readonly kind: string;
  readonly platform: string;
  readonly engine: string;
  readonly at: number;
}

/** What has not been written yet. */
interface Pending {
  readonly counts: Map<string, Row>;
  readonly seen: Map<string, Seen>;
}
const nothing = (): Pending => ({ counts: new Map(), seen: new Map() });

const addTo = ({ counts }: Pending, row: Row): void => {
  const key = `${String(row.hour)} ${row.kind} ${row.platform} ${row.engine} ${row.outcome}`;
  const known = counts.get(key);
  counts.set(
    key,
    known === undefined ? row : { ...row, count: known.count + row.count, bytes: known.bytes + row.bytes },
  );
};
const seeIn = ({ seen }: Pending, now: Seen): void => {
  const key = `${now.kind} ${now.platform} ${now.engine}`;
  const known = seen.get(key);
  if (known === undefined || known.at < now.at) seen.set(key, now);
};

const write = (database: Database, { counts, seen }: Pending, forgetBefore: number): Promise<void> =>
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
            // Another instance may have seen it later.
            .whereRef('last_seen.at', '<', 'excluded.at'),
        )
        .execute();
    await trx.deleteFrom('hourly_counts').where('hour', '<', forgetBefore).execute();
  });

/** Counts in memory and writes a few times a minute; its timer does not keep the process alive. `now` is in milliseconds. */
export const createWorkCounts = (database: Database, now: () => number = Date.now): WorkCounts => {
  let pending = nothing();
  let writing: Promise<void> = Promise.resolve();
  const add = (kind: string, platform: string, outcome: string, { engine = '', bytes = 0 } = {}): void => {
    const hour = Math.floor(now() / HOUR_MS) * HOUR_MS;
    addTo(pending, { hour, kind, platform, engine, outcome, count: 1, bytes });
  };
  const see = (kind: string, platform: string, engine = ''): void =>
    seeIn(pending, { kind, platform, engine, at: now() });
  const flushOnce = async (): Promise<void> => {
    if (pending.counts.size === 0) return;
    const taken = pending;
    pending = nothing();
    try {
      await write(database, taken, now() - COUNTS_KEPT_DAYS * DAY_MS);
    } catch (fault) {
      for (const row of taken.counts.values()) addTo(pending, row);
      for (const seen of taken.seen.values()) seeIn(pending, seen);
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
      add('download', platform, ok ? 'ok' : 'failed', { bytes });
    },
    outcome({ part, engine: name, judged, code, ms }) {
      const engine = name ?? '';
      if (judged !== 'nothing') {
        add('judged', part, judged, { engine });
        see('judged', part, engine);
      }
      if (engine !== '') add('run', part, code, { engine });
      if (ms !== null) add('run_ms', part, String(stepOf(ms)), { engine });
    },
    tested(platform, worked) {
      add('test', platform, worked ? 'worked' : 'failed');
      see('test', platform);
    },
    async overview() {
      const since = Math.floor(now() / DAY_MS) * DAY_MS - (OVERVIEW_DAYS - 1) * DAY_MS;
      await flush();
      const rows = await database.query
        .selectFrom('hourly_counts')
        .select(['hour', 'kind', 'platform', 'outcome', 'count', 'bytes'])
        .where('kind', 'in', OVERVIEW_KINDS)
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
