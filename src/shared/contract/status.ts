import * as z from 'zod/mini';
import { PUBLIC_CAUSES } from '../failures.ts';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '../platforms/platforms.ts';
import { ENGINE_NAMES } from './engine-names.ts';

/**
 * Number of the newest successful runs that a median time is computed from, and maximum number of runs that the panel counts for an engine.
 */
export const STATUS_OUTCOMES_MAX = 50;
export const STATUS_RECENT_MS = 60 * 60 * 1_000;
/**
 * Minimum number of failed attempts for the state `failing`: a single failure may concern only its post. A failed check needs no second
 * failure.
 */
export const STATUS_FAILURES_MIN = 2;

/**
 * State of a part of the service. `slow`: it works, but its median time is long. `unknown`: it was not used enough lately. `off`: the owner
 * has switched the platform off.
 */
export const statusStateSchema = z.enum(['working', 'slow', 'failing', 'unknown', 'off']);
export type StatusState = z.infer<typeof statusStateSchema>;

/** Recent state of a part of the service. */
const partStatusSchema = z.object({
  state: statusStateSchema,
  /**
   * Median time in milliseconds of recent successful responses; null without any. "The post is private" is a valid
   * answer, but not a success.
   */
  medianMs: z.nullable(z.number()),
  /** ISO date and time of the last use in the last hour or, if later, of the check that failed; null without either. */
  lastSeen: z.nullable(z.iso.datetime()),
});
export type PartStatus = z.infer<typeof partStatusSchema>;

const platformSchema = z.enum(PLATFORM_IDS);

/** Part of the service with a state of its own: the previews of each platform, and downloads. */
export type StatusPart = PlatformId | 'downloads';
export const STATUS_PARTS: readonly StatusPart[] = [...PLATFORM_IDS, 'downloads'];

/** Current state, derived from the recent outcomes of all instances and, if the last check failed, from that check. */
export const statusSchema = z.object({
  /** Previews per platform, over all engines. */
  previews: z.object(byPlatform(() => partStatusSchema)),
  /** Downloads through this server; `medianMs` is the time to the first byte. */
  downloads: partStatusSchema,
  /** Engines that were used in the last hour or that failed the last check, per platform. */
  engines: z.array(
    z.object({ ...partStatusSchema.shape, engine: z.enum(ENGINE_NAMES), platform: platformSchema }),
  ),
});
export type Status = z.infer<typeof statusSchema>;

/**
 * State of a part on one day (UTC). `failing`: most attempts of the day failed. `disturbed`: most attempts failed in at least one hour, but
 * not over the whole day. `working`: neither. `unknown`: no attempt, or a single failed one.
 */
export const dayStateSchema = z.enum(['working', 'disturbed', 'failing', 'unknown']);
export type DayState = z.infer<typeof dayStateSchema>;

/** History of a part, with one entry for each day of the report. */
const pastSchema = z.object({
  states: z.array(dayStateSchema),
  /** Success rates in percent, rounded down; null where the state is unknown. */
  shares: z.array(z.nullable(z.int().check(z.minimum(0), z.maximum(100)))),
});
export type Past = z.infer<typeof pastSchema>;

/** Clock hours in each of which most attempts of a part failed, less than a day apart and with no working hour between them. */
const incidentSchema = z.object({
  part: z.enum(STATUS_PARTS),
  from: z.iso.datetime(),
  /** End of the last failing hour, or the time of the report while that hour lasts. */
  until: z.iso.datetime(),
  /** False until the part has worked again. */
  over: z.boolean(),
});
export type Incident = z.infer<typeof incidentSchema>;

/** The current state, and the history of the last thirty days, over all instances. */
export const statusReportSchema = z.extend(statusSchema, {
  /** Days in UTC, oldest first, today last. */
  days: z.array(z.iso.date()),
  past: z.object({
    previews: z.object(byPlatform(() => pastSchema)),
    downloads: pastSchema,
    engines: z.array(
      z.object({ ...pastSchema.shape, engine: z.enum(ENGINE_NAMES), platform: platformSchema }),
    ),
  }),
  /** Parts that were ever used, however long ago. */
  used: z.array(z.enum(STATUS_PARTS)),
  /** At most twenty, newest first. */
  incidents: z.array(incidentSchema),
  /** By platform: time of the last check with one of the owner's test posts; null if there was none in the days of the report. */
  tested: z.object(byPlatform(() => z.nullable(z.iso.datetime()))),
  /**
   * By platform: the most frequent cause of the newest failures in the last hour or, without such failures, the cause that the last check
   * found. Null while previews of the platform do not fail, if the cause is unknown, or if it is none of PUBLIC_CAUSES.
   */
  causes: z.object(byPlatform(() => z.nullable(z.enum(PUBLIC_CAUSES)))),
});
export type StatusReport = z.infer<typeof statusReportSchema>;

/** Version of the running program, and the first digits of its commit. `commit` is null if unknown. */
export const buildSchema = z.object({ version: z.string(), commit: z.nullable(z.string()) });

/** Response of `GET /api/status`. */
export const statusAnswerSchema = z.extend(statusReportSchema, buildSchema.shape);
