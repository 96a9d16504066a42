import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import { blockKeyOf } from './requester.ts';
import {
  blockWindowsOf,
  type CreateWindows,
  createMemoryWindows,
  longestWindowMs,
  type RateWindow,
  readAges,
} from './windows.ts';

/** Milliseconds without any answer after which the database counts as unavailable, because it must not delay visitors. */
const ANSWER_MAX_MS = 250;
/** Milliseconds between attempts to reach the database again. */
const PROBE_MS = 1_000;
/** Milliseconds between two deletions of expired rows. */
const SWEEP_MS = 60_000;

/** Name of the PostgreSQL table in which all instances count events together. */
const TABLE = 'limit_counts';

/**
 * Creates the table if it is missing. The table is unlogged, because its rows need not survive a crash. Its keys contain addresses only as
 * keyed hashes.
 */
const CREATE = `create unlogged table if not exists ${TABLE}
  (key text primary key, points integer not null, expire bigint, times bigint[])`;

/** The database's time in milliseconds, by which all instances count alike. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** How long ago the events of a row were, in milliseconds, the oldest first. */
const AGES = `(select coalesce(array_agg(${NOW} - t order by t), '{}')::integer[] from unnest(c.times) t)`;

/**
 * Counts an event of the key $1 unless one of the windows ($3 in milliseconds, each with the limit of $4) is full, and forgets the events
 * of more than $2 milliseconds ago. `points` is 1 when the event was counted.
 */
const ADD = `insert into ${TABLE} as c values ($1, 1, ${NOW} + $2::bigint, array[${NOW}])
  on conflict (key) do update set (points, expire, times) = (
    select fits::integer, at + $2::bigint, case when fits then recent || at else recent end
    from (select ${NOW} as at) clock,
    lateral (select coalesce(array_agg(t order by t), '{}') as recent from unnest(c.times) t where t > at - $2::bigint) counted,
    lateral (
      select coalesce(bool_and((select count(*) from unnest(recent) t where t > at - span) < most), true) as fits
      from unnest($3::bigint[], $4::bigint[]) as w(span, most)
    ) checked
  )
  returning c.points, ${AGES} as ages`;
const TAKE_BACK = `update ${TABLE} set times = times[:cardinality(times) - 1] where key = $1`;
const READ = `select ${AGES} as ages from ${TABLE} c where key = $1`;

const CLEAR = `delete from ${TABLE} where key = $1`;

/**
 * Opens the table in which all instances count events. Watches whether the database answers, and tries every PROBE_MS to reach it again.
 * Deletes expired rows every SWEEP_MS. Never rejects.
 */
const openTable = async (database: Pick<Database, 'query' | 'write'>, log: Pick<Logger, 'info' | 'warn'>) => {
  const closed = new AbortController();
  let isAway = false;
  let answeredAt = 0;
  const run = async (text: string, values: readonly unknown[]) =>
    (await database.query.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows;
  const create = () => database.write((trx) => trx.executeQuery(CompiledQuery.raw(CREATE)));
  const comeBack = async (): Promise<void> => {
    while (isAway) {
      await pause(PROBE_MS, undefined, { signal: closed.signal, ref: false });
      isAway = await create().then(
        () => false,
        () => true,
      );
    }
    log.info('the limits are counted for all instances again');
  };
  const goAway = (err: unknown): void => {
    if (isAway) return;
    isAway = true;
    log.warn({ err }, 'the database does not answer: this instance counts its limits alone');
    comeBack().catch(() => undefined);
  };
  await create().catch(goAway);
  const sweep = setInterval(() => {
    // What is left is swept with the next.
    if (!isAway)
      run(`delete from ${TABLE} where expire < $1`, [Date.now() - SWEEP_MS]).catch(() => undefined);
  }, SWEEP_MS);
  sweep.unref();
  return {
    /**
     * Returns the rows of a statement. Throws at once while the database is unavailable, after ANSWER_MAX_MS without an answer to any
     * statement, and for an error of the database. In the last two cases the database then counts as unavailable.
     */
    async query(text: string, values: readonly unknown[]) {
      if (isAway) throw new Error('the counters are away');
      const late = Promise.withResolvers<never>();
      let isOver = false;
      const giveUp = (): void => {
        if (isOver) return;
        const silentMs = performance.now() - answeredAt;
        if (silentMs < ANSWER_MAX_MS) timer = setTimeout(giveUp, ANSWER_MAX_MS);
        else late.reject(new Error('no count in time'));
      };
      // After a turn of the event loop that was late itself, an answer may be there and not read yet.
      let timer = setTimeout(() => setImmediate(giveUp), ANSWER_MAX_MS);
      try {
        const rows = await Promise.race([run(text, values), late.promise]);
        answeredAt = performance.now();
        return rows;
      } catch (error) {
        goAway(error);
        throw error;
      } finally {
        isOver = true;
        clearTimeout(timer);
      }
    },
    close(): void {
      clearInterval(sweep);
      closed.abort();
    },
  };
};

interface CountedRow {
  readonly points: number;
  readonly ages: readonly number[];
}

const first = <Row>(rows: readonly unknown[]): Row | undefined => rows[0] as Row | undefined;

/**
 * Creates windows that count in the database for all instances. While the database is unavailable, they count in memory for this instance
 * alone. Their methods never reject.
 */
const createSharedWindows =
  ({ query }: Awaited<ReturnType<typeof openTable>>): CreateWindows =>
  (name, windows) => {
    const own = createMemoryWindows(windows);
    const keepMs = longestWindowMs(windows);
    const rowOf = (key: string): string => `${name}:${key}`;
    const count = async (key: string, limits: readonly RateWindow[]) => {
      const spans = limits.map(({ seconds }) => seconds * 1_000);
      const most = limits.map(({ limit }) => limit);
      const row = first<CountedRow>(await query(ADD, [rowOf(key), keepMs, spans, most]));
      if (row === undefined) throw new Error('nothing was counted');
      return { ok: row.points === 1, states: limits.map((window) => readAges(window, row.ages)) };
    };
    const takeBack = (key: string) => query(TAKE_BACK, [rowOf(key)]);
    return {
      async take(key, callWindows = windows) {
        try {
          const block = blockKeyOf(key);
          const counted = await count(key, callWindows);
          const shared =
            !counted.ok || block === key ? counted : await count(block, blockWindowsOf(callWindows));
          if (counted.ok && !shared.ok) await takeBack(key);
          // Counted here too, for the case that the database goes away.
          if (shared.ok) own.take(key, callWindows);
          const full = shared.states.filter(({ remaining }) => remaining === 0);
          const retryAfter = shared.ok ? 0 : Math.max(...full.map(({ resetSeconds }) => resetSeconds));
          return { ok: shared.ok, states: counted.states, retryAfter };
        } catch {
          return own.take(key, callWindows);
        }
      },
      async giveBack(key) {
        own.giveBack(key);
        // What is lost while the database is away leaves the window by itself.
        await Promise.all([...new Set([key, blockKeyOf(key)])].map(takeBack)).catch(() => undefined);
      },
      async ages(key) {
        try {
          const ages = first<CountedRow>(await query(READ, [rowOf(key)]))?.ages ?? [];
          return ages.filter((age) => age < keepMs);
        } catch {
          return own.ages(key);
        }
      },
      async clear(key) {
        own.clear(key);
        await query(CLEAR, [rowOf(key)]).catch(() => undefined);
      },
    };
  };

/** Opens windows that all instances with one PostgreSQL database share. `close` of the result stops the timers. */
export const openSharedWindows = async (...tableParts: Parameters<typeof openTable>) => {
  const table = await openTable(...tableParts);
  return { createWindows: createSharedWindows(table), close: table.close };
};
