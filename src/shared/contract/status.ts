import * as z from 'zod/mini';
import { ENGINE_NAMES } from './content-type.ts';

/** What is known of a part; 'unknown' until somebody has used it lately. */
export const statusStateSchema = z.enum(['working', 'slow', 'failing', 'unknown']);
export type StatusState = z.infer<typeof statusStateSchema>;

const observationSchema = z.object({
  state: statusStateSchema,
  /** Median time in milliseconds of what was given lately; null when nothing was (a post that is private is an answer, but none given). */
  medianMs: z.nullable(z.number()),
  /** When it was last used: an ISO date and time; null for never (or not lately). */
  lastSeen: z.nullable(z.iso.datetime()),
});
export type Observation = z.infer<typeof observationSchema>;

const platformSchema = z.enum(['instagram', 'tiktok']);
export type StatusPlatform = z.infer<typeof platformSchema>;

/** What can work or fail as a whole: the previews of a platform, and sending files. */
export const STATUS_PARTS = ['instagram', 'tiktok', 'downloads'] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];

/** What the server knows from its own work of now, never a guess. */
export const statusSchema = z.object({
  /** Previews per platform, whichever engine answered. */
  previews: z.object({ instagram: observationSchema, tiktok: observationSchema }),
  /** Files sent; the time is that to the first byte. */
  downloads: observationSchema,
  /** Engines that were asked, per platform. */
  engines: z.array(
    z.object({ ...observationSchema.shape, engine: z.enum(ENGINE_NAMES), platform: platformSchema }),
  ),
});
export type Status = z.infer<typeof statusSchema>;

/** How a day went: 'disturbed' with an hour in which it failed; 'unknown' while nobody has seen anything. */
export const dayStateSchema = z.enum(['working', 'disturbed', 'failing', 'unknown']);
export type DayState = z.infer<typeof dayStateSchema>;

/** One entry for each of the report's days. */
const pastSchema = z.object({
  states: z.array(dayStateSchema),
  /** How many of a hundred tries worked, rounded down; null where the state is unknown. */
  shares: z.array(z.nullable(z.int().check(z.minimum(0), z.maximum(100)))),
});
export type Past = z.infer<typeof pastSchema>;

/** Hours in a row, by the clock, in most tries of which a part failed. */
const incidentSchema = z.object({
  part: z.enum(STATUS_PARTS),
  from: z.iso.datetime(),
  /** The end of the last hour it failed in. */
  until: z.iso.datetime(),
  /** False while nothing has been seen to work since. */
  over: z.boolean(),
});
export type Incident = z.infer<typeof incidentSchema>;

/** `GET /api/status`: how it is now, and what all instances have counted in the last thirty days. */
export const statusReportSchema = z.extend(statusSchema, {
  /** Days in UTC, oldest first, today last. */
  days: z.array(z.iso.date()),
  past: z.object({
    previews: z.object({ instagram: pastSchema, tiktok: pastSchema }),
    downloads: pastSchema,
    engines: z.array(
      z.object({ ...pastSchema.shape, engine: z.enum(ENGINE_NAMES), platform: platformSchema }),
    ),
  }),
  /** Newest first. */
  incidents: z.array(incidentSchema),
  /** When the server last tried a post of the owner's by itself; null for not in these days. */
  tested: z.object({ instagram: z.nullable(z.iso.datetime()), tiktok: z.nullable(z.iso.datetime()) }),
});
export type StatusReport = z.infer<typeof statusReportSchema>;
