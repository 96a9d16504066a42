import * as z from 'zod/mini';
import { byPlatform } from '../platforms/platforms.ts';

/** Bytes of 1 GB as this product counts: 1,024³. */
export const GB_BYTES = 1_024 ** 3;

const bytes = z.int().check(z.nonnegative());
/** Limit in GB; null for no budget. */
const budget = z.nullable(z.number().check(z.minimum(0.1), z.maximum(1_000_000)));

/** Body of `PUT /api/admin/traffic`: how many GB may be sent in a day and in a month (UTC). */
export const trafficBudgetSchema = z.strictObject({ day: budget, month: budget });
export type TrafficBudget = z.infer<typeof trafficBudgetSchema>;

export const TRAFFIC_PERIODS = ['day', 'month'] as const;
export type TrafficPeriod = (typeof TRAFFIC_PERIODS)[number];

/** Percent of a budget from which the budget counts as nearly spent. */
export const TRAFFIC_NEAR_PERCENT = 80;

/** A budget that is nearly or fully spent: TRAFFIC_NEAR_PERCENT of it or more was sent. `sent` is in bytes. */
export const reachedTrafficSchema = z.object({
  period: z.enum(TRAFFIC_PERIODS),
  level: z.enum(['near', 'spent']),
  sent: bytes,
  /** Bytes. */
  budget: z.number(),
  /** When the period ends. */
  endsAt: z.iso.datetime(),
});
export type ReachedTraffic = z.infer<typeof reachedTrafficSchema>;

/** Bytes of files and thumbnails that visitors have taken from this server on one day (UTC). */
const trafficDaySchema = z.object({
  /** YYYY-MM-DD. */
  day: z.iso.date(),
  bytes: z.object({ ...byPlatform(() => bytes), sample: bytes }),
});
export type TrafficDay = z.infer<typeof trafficDaySchema>;

/** Response of `GET` and `PUT /api/admin/traffic`: the days that are kept, oldest first, and the budgets that are nearly or fully spent. */
export const trafficSchema = z.object({
  days: z.array(trafficDaySchema),
  budget: trafficBudgetSchema,
  reached: z.array(reachedTrafficSchema),
});
export type Traffic = z.infer<typeof trafficSchema>;

export const sentOn = ({ bytes: sent }: TrafficDay): number =>
  Object.values(sent).reduce((total, one) => total + one, 0);

/** Returns those of `days`, oldest first, that are in the same day or month as the last of them. */
export const daysOfPeriod = (days: readonly TrafficDay[], period: TrafficPeriod): readonly TrafficDay[] => {
  const start = days.at(-1)?.day.slice(0, period === 'day' ? 10 : 7) ?? '';
  return days.filter(({ day }) => day.startsWith(start));
};
