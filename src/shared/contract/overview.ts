import * as z from 'zod/mini';
import { buildSchema } from './status.ts';
import { reachedTrafficSchema } from './traffic.ts';

const count = z.int().check(z.nonnegative());

/** Numbers of previews and downloads of one day (UTC), and how many of them failed. They contain nothing about visitors. */
export const dayCountsSchema = z.object({
  /** YYYY-MM-DD. */
  day: z.iso.date(),
  previews: count,
  previewsFailed: count,
  downloads: count,
  downloadsFailed: count,
});
export type DayCounts = z.infer<typeof dayCountsSchema>;

/** Response of `GET /api/admin/overview`. `days` are all days whose counters are stored, oldest first, including days without any use. */
export const overviewSchema = z.object({
  days: z.array(dayCountsSchema),
  today: z.object({
    /** Number of failures by the error code of the preview, or by 'download'. */
    failures: z.record(z.string(), count),
    /** Bytes of downloads that this site has sent to visitors. */
    bytes: count,
    /** Median time of a preview in milliseconds; null without previews. */
    medianPreviewMs: z.nullable(z.number()),
  }),
  /**
   * True once the server has received a forwarding header from an address that is not a trusted proxy; always false while TRUST_PROXY is
   * set.
   */
  untrustedForwarding: z.boolean(),
  build: buildSchema,
  /** The traffic budgets that are nearly or fully spent; empty for everyone but the owner. */
  traffic: z.array(reachedTrafficSchema),
});
export type Overview = z.infer<typeof overviewSchema>;
/** The part of the overview that is computed from the stored counters. */
export type OverviewCounts = Omit<Overview, 'untrustedForwarding' | 'build' | 'traffic'>;
