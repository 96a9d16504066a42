/// <reference path="./rate-limiter-stores.d.ts" />
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js';
import { createCounter } from './counter.ts';
import { type CounterStore, MEMORY_COUNTERS } from './counter-store.ts';
import { COUNTERS, type CounterTable } from './counter-table.ts';
import { blockKeyOf } from './network-key.ts';
import { blockWindowsOf, createSlidingWindows, type RateWindow, readWindow } from './sliding-windows.ts';

/** The database's time in milliseconds, by which all instances count alike. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** How long ago the events of a row were, in milliseconds, the oldest first. */
const AGES = `(select coalesce(array_agg(${NOW} - t order by t), '{}')::integer[] from unnest(c.times) t)`;

/**
 * Counts an event of the key $1 unless one of the windows ($3 in milliseconds, each with the limit of $4) is full, and forgets the events
 * of more than $2 milliseconds ago. `points` is 1 when the event was counted.
 */
const ADD = `insert into ${COUNTERS} as c values ($1, 1, ${NOW} + $2::bigint, array[${NOW}])
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
const TAKE_BACK = `update ${COUNTERS} set times = times[:cardinality(times) - 1] where key = $1`;
const READ = `select ${AGES} as ages from ${COUNTERS} c where key = $1`;

interface CountedRow {
  readonly points: number;
  readonly ages: readonly number[];
}

const first = <Row>(rows: readonly unknown[]): Row | undefined => rows[0] as Row | undefined;

/** Creates the counters of all instances. Each is counted in memory, by this instance alone, while the database is away. */
export const createSharedCounters = ({ query }: Pick<CounterTable, 'query'>): CounterStore => {
  const add = async (key: string, windows: readonly RateWindow[], keepMs: number): Promise<CountedRow> => {
    const spans = windows.map(({ seconds }) => seconds * 1_000);
    const limits = windows.map(({ limit }) => limit);
    const row = first<CountedRow>(await query(ADD, [key, keepMs, spans, limits]));
    if (row === undefined) throw new Error('nothing was counted');
    return row;
  };
  const takeBack = (key: string) => query(TAKE_BACK, [key]);
  return {
    counter: (name, quota) =>
      new RateLimiterPostgres({
        storeClient: {
          query: async ({ text, values }: { text: string; values: unknown[] }) => {
            const rows = await query(text, values);
            return { rows, rowCount: rows.length };
          },
        },
        storeType: 'client',
        tableName: COUNTERS,
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: quota.points,
        duration: quota.seconds,
        insuranceLimiter: createCounter(quota),
      }),
    slidingCounter(name, quota) {
      const own = MEMORY_COUNTERS.slidingCounter(name, quota);
      const windowMs = quota.seconds * 1_000;
      const keyOf = (key: string): string => `${name}:${key}`;
      return {
        points: quota.points,
        async penalty(key) {
          try {
            const { ages } = await add(keyOf(key), [], windowMs);
            return { consumedPoints: ages.length, msBeforeNext: windowMs - (ages[0] ?? 0) };
          } catch {
            return own.penalty(key);
          }
        },
        reward: (key) => takeBack(keyOf(key)).catch(() => own.reward(key)),
        async waitFor(key, limit = quota.points) {
          try {
            const row = first<CountedRow>(await query(READ, [keyOf(key)]));
            const ages = row?.ages.filter((age) => age < windowMs) ?? [];
            return ages.length < limit ? 0 : windowMs - (ages.at(-limit) ?? windowMs);
          } catch {
            return own.waitFor(key, limit);
          }
        },
      };
    },
    windows(name, windows) {
      const own = createSlidingWindows({ windows });
      const longestMs = Math.max(...windows.map(({ seconds }) => seconds)) * 1_000;
      const count = async (key: string, limits: readonly RateWindow[]) => {
        const { points, ages } = await add(`${name}:${key}`, limits, longestMs);
        const times = ages.map((age) => -age);
        return {
          ok: points === 1,
          states: limits.map((window) => readWindow(window, { times, first: 0 }, 0)),
        };
      };
      return {
        async take(key) {
          try {
            const block = blockKeyOf(key);
            const counted = await count(key, windows);
            const shared =
              !counted.ok || block === key ? counted : await count(block, blockWindowsOf(windows));
            if (counted.ok && !shared.ok) await takeBack(`${name}:${key}`);
            // Counted here too, for the case that the database goes away.
            if (shared.ok) own.take(key);
            const full = shared.states.filter(({ remaining }) => remaining === 0);
            const retryAfter = shared.ok ? 0 : Math.max(...full.map(({ resetSeconds }) => resetSeconds));
            return { ok: shared.ok, states: counted.states, retryAfter };
          } catch {
            return own.take(key);
          }
        },
      };
    },
  };
};
