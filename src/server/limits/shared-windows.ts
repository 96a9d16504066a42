import { blockKeyOf } from './network-key.ts';
import { TABLE, type WindowTable } from './window-table.ts';
import {
  blockWindowsOf,
  type CreateWindows,
  createMemoryWindows,
  longestOf,
  type RateWindow,
  readAges,
} from './windows.ts';

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

interface CountedRow {
  readonly points: number;
  readonly ages: readonly number[];
}

const first = <Row>(rows: readonly unknown[]): Row | undefined => rows[0] as Row | undefined;

/**
 * Creates windows that count in the database for all instances. While the database is unavailable, they count in memory for this instance
 * alone. Their methods never reject.
 */
export const createSharedWindows =
  ({ query }: Pick<WindowTable, 'query'>): CreateWindows =>
  (name, windows) => {
    const own = createMemoryWindows(windows);
    const keepMs = longestOf(windows);
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
      async take(key, instead = windows) {
        try {
          const block = blockKeyOf(key);
          const counted = await count(key, instead);
          const shared = !counted.ok || block === key ? counted : await count(block, blockWindowsOf(instead));
          if (counted.ok && !shared.ok) await takeBack(key);
          // Counted here too, for the case that the database goes away.
          if (shared.ok) own.take(key, instead);
          const full = shared.states.filter(({ remaining }) => remaining === 0);
          const retryAfter = shared.ok ? 0 : Math.max(...full.map(({ resetSeconds }) => resetSeconds));
          return { ok: shared.ok, states: counted.states, retryAfter };
        } catch {
          return own.take(key, instead);
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
