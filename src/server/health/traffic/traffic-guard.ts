import * as z from 'zod/mini';
import { traffic } from '#messages/traffic.ts';
import {
  daysOfPeriod,
  GB_BYTES,
  type ReachedTraffic,
  sentOn,
  TRAFFIC_NEAR_PERCENT,
  TRAFFIC_PERIODS,
  type Traffic,
  type TrafficBudget,
  type TrafficDay,
  type TrafficPeriod,
  trafficBudgetSchema,
} from '#shared/contract/traffic.ts';
import { trafficSentence } from '#shared/format/traffic-sentence.ts';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import { listWithCommas } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import type { Database } from '../../base/db/database.ts';
import { jsonRow } from '../../base/db/key-value-row.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { type Actor, writeActivity } from '../../people/activity/activity-log.ts';
import type { SendAlert } from '../alerts/alerts.ts';
import { type Counters, dayOf, firstOfDays, lastDays } from '../counters/counters.ts';

/** Time for which what was read of the traffic of all instances counts as current. */
const READ_MS = 5_000;
/** Time after which an alert that was not accepted is sent again. */
const ALERT_AGAIN_MS = 10 * 60_000;

/** The last alert about a period: which day or month and which limit, and when it is sent again, in milliseconds since 1970; null once it was accepted. */
const lastAlertSchema = z.nullable(
  z.object({ of: z.string(), level: z.enum(['near', 'spent']), againAt: z.nullable(z.number()) }),
);
type LastAlert = z.infer<typeof lastAlertSchema>;
const ROW = jsonRow(
  'traffic',
  z.extend(trafficBudgetSchema, { alerts: z.object({ day: lastAlertSchema, month: lastAlertSchema }) }),
);
interface Stored extends TrafficBudget {
  readonly alerts: Readonly<Record<TrafficPeriod, LastAlert>>;
}
const FIRST: Stored = { day: null, month: null, alerts: { day: null, month: null } };

/** Reads the bytes sent by all instances on each day that is kept, with those that this instance has not written yet. */
const readDays = async (
  counters: Pick<Counters, 'readStored' | 'readUnwritten'>,
  at: number,
): Promise<TrafficDay[]> => {
  const { rows } = await counters.readStored(['sent'], firstOfDays(COUNTS_RETENTION_DAYS, at));
  const sent = [...rows, ...counters.readUnwritten().rows.filter(({ kind }) => kind === 'sent')];
  const byDay = Map.groupBy(sent, ({ step }) => dayOf(step));
  return lastDays(COUNTS_RETENTION_DAYS, at)
    .map(dayOf)
    .map((day) => {
      const bytes = { ...byPlatform(() => 0), sample: 0 };
      for (const row of byDay.get(day) ?? [])
        if (row.platform in bytes) bytes[row.platform as keyof typeof bytes] += row.bytes;
      return { day, bytes };
    });
};

const endOf = (period: TrafficPeriod, at: number): string => {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return new Date(
    period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1),
  ).toISOString();
};

/** Returns the budgets that are nearly or fully spent at a time. */
const reachedBy = (days: readonly TrafficDay[], limits: TrafficBudget, at: number): ReachedTraffic[] => {
  const reached: ReachedTraffic[] = TRAFFIC_PERIODS.flatMap((period) => {
    const limit = limits[period];
    if (limit === null) return [];
    const budget = limit * GB_BYTES;
    const sent = daysOfPeriod(days, period).reduce((total, day) => total + sentOn(day), 0);
    if (sent * 100 < budget * TRAFFIC_NEAR_PERCENT) return [];
    return { period, level: sent < budget ? 'near' : 'spent', sent, budget, endsAt: endOf(period, at) };
  });
  // While the month's budget is spent, downloads do not go on when the day ends.
  const month = reached.filter(({ period }) => period === 'month');
  return month[0]?.level === 'spent' ? month : reached;
};

const describe = (limits: TrafficBudget): string =>
  listWithCommas(
    TRAFFIC_PERIODS.flatMap((period) =>
      limits[period] === null ? [] : text(traffic, `stored.${period}`, { size: limits[period] }),
    ),
  );

interface TrafficGuardParts {
  readonly database: Database;
  readonly counters: Pick<Counters, 'readStored' | 'readUnwritten'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Pauses downloads while the owner's traffic budget is spent, and warns the owner before. */
export type TrafficGuard = ReturnType<typeof createTrafficGuard>;

/** Creates the guard. The budget and its last alerts are stored, so that all instances agree and no alert is repeated. */
export const createTrafficGuard = ({ database, counters, log, now = Date.now }: TrafficGuardParts) => {
  let pausedUntil: string | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  const read = async (query: Parameters<typeof ROW.read>[0]) => (await ROW.read(query)) ?? FIRST;

  const measure = async () => {
    const at = now();
    readAt = at;
    const stored = await read(database.query);
    const { alerts: _, ...budget } = stored;
    const days = await readDays(counters, at);
    const reached = reachedBy(days, budget, at);
    pausedUntil = reached.find(({ level }) => level === 'spent')?.endsAt ?? null;
    hasFailed = false;
    return { at, stored, state: { days, budget, reached } satisfies Traffic };
  };
  const measureIfOld = (): void => {
    // The absolute difference, so that a clock that is set back does not delay the next read.
    if (Math.abs(now() - readAt) < READ_MS) return;
    measure().catch((err: unknown) => {
      if (!hasFailed) log.warn({ err }, 'the traffic could not be read');
      hasFailed = true;
    });
  };
  /** Stores the changes that `change` returns, if any. Returns whether there were any. */
  const update = (change: (stored: Stored) => Partial<Stored> | false) =>
    database.write(async (trx) => {
      const before = await read(trx);
      const changes = change(before);
      if (changes !== false) await ROW.write(trx, { ...before, ...changes });
      return changes !== false;
    });

  const sendOne = async (
    reached: ReachedTraffic,
    { at, stored }: Awaited<ReturnType<typeof measure>>,
    send: SendAlert,
    signal: AbortSignal,
  ): Promise<void> => {
    const { period, level } = reached;
    const of = `${dayOf(at).slice(0, period === 'day' ? 10 : 7)}-${stored[period]}`;
    const isDue = (last: LastAlert): boolean => {
      if (last?.of !== of || (last.level === 'near' && level === 'spent')) return true;
      return last.level === level && last.againAt !== null && last.againAt <= at;
    };
    if (!isDue(stored.alerts[period])) return;
    const claimed = await update(
      ({ alerts, ...current }) =>
        // The owner may have changed the limit since the traffic was measured.
        current[period] === stored[period] &&
        isDue(alerts[period]) && {
          alerts: { ...alerts, [period]: { of, level, againAt: at + ALERT_AGAIN_MS } },
        },
    );
    if (!claimed) return;
    log.warn({ period, level }, 'the traffic budget is reached');
    // The period and limit, so that a resent alert keeps its id.
    if (await send(`traffic-${level}`, of, trafficSentence(reached), signal))
      await update(
        ({ alerts }) =>
          alerts[period]?.of === of &&
          alerts[period].level === level && { alerts: { ...alerts, [period]: { of, level, againAt: null } } },
      );
  };

  measureIfOld();
  return {
    /** Returns the traffic of all instances and the budget. Throws DatabaseUnavailableError. */
    state: async (): Promise<Traffic> => (await measure()).state,
    /**
     * Returns until when new downloads are refused (ISO); null if they are not. Never waits: it returns what was read in the last seconds,
     * or before a pause without requests.
     */
    downloadsPausedUntil(): string | null {
      measureIfOld();
      return pausedUntil !== null && Date.parse(pausedUntil) > now() ? pausedUntil : null;
    },
    /** Stores the budget as a deed of `actor`. A limit that changes has alerts of its own. */
    async save(limits: TrafficBudget, actor: Actor): Promise<Traffic> {
      await database.write(async (trx) => {
        const before = await read(trx);
        await ROW.write(trx, { ...before, ...limits });
        const line = {
          action: 'traffic_budgeted',
          before: describe(before),
          after: describe(limits),
        } as const;
        await writeActivity(trx, [{ actor, ...line }], now());
      });
      return (await measure()).state;
    },
    /** Sends the alerts that are due: one for each budget, period and level. */
    async runDue(send: SendAlert, signal: AbortSignal): Promise<void> {
      const measured = await measure();
      for (const reached of measured.state.reached) await sendOne(reached, measured, send, signal);
    },
  };
};
