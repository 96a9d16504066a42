import * as z from 'zod/mini';
import { ENGINE_NAMES } from './content-type.ts';

/** What is known of a part; 'unknown' until somebody has used it lately. */
export const statusStateSchema = z.enum(['working', 'slow', 'failing', 'unknown']);
export type StatusState = z.infer<typeof statusStateSchema>;

const observationSchema = z.object({
  state: statusStateSchema,
  /** Middle time in milliseconds of what was given lately; null when nothing was (a post that is private is an answer, but none given). */
  medianMs: z.nullable(z.number()),
  /** When it was last used: an ISO date and time; null for never (or not lately). */
  lastSeen: z.nullable(z.iso.datetime()),
});
export type Observation = z.infer<typeof observationSchema>;

const platformSchema = z.enum(['instagram', 'tiktok']);

/** `GET /api/status`: what the server knows from its own work, never a guess. */
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
