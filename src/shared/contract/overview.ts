import * as z from 'zod/mini';

const count = z.int().check(z.nonnegative());

/** Counters of one day (UTC), without anything about a visitor. */
export const dayCountsSchema = z.object({
  /** YYYY-MM-DD. */
  day: z.iso.date(),
  previews: count,
  previewsFailed: count,
  downloads: count,
  downloadsFailed: count,
});
export type DayCounts = z.infer<typeof dayCountsSchema>;

/** Answer of `GET /api/admin/overview`: the last thirty days, oldest first, days without anything included. */
export const overviewSchema = z.object({
  days: z.array(dayCountsSchema),
  today: z.object({
    /** Failures by what the visitor was told: an error code of a preview, or 'download'. */
    failures: z.record(z.string(), count),
    /** Bytes that were sent to visitors. */
    bytes: count,
    /** Median time of a preview in milliseconds; null until there are any. */
    medianPreviewMs: z.nullable(z.number()),
  }),
  /** Whether a forwarding header came from a proxy that TRUST_PROXY, which is unset, does not name. */
  untrustedForwarding: z.boolean(),
});
export type Overview = z.infer<typeof overviewSchema>;
/** What of an overview is counted. */
export type OverviewCounts = Omit<Overview, 'untrustedForwarding'>;
