import * as z from 'zod/mini';
import { checkOfPlatformSchema } from './check.ts';

/** Release channels of yt-dlp: `stable` has tested versions, `nightly` a build of every night. */
export const YT_DLP_CHANNELS = ['stable', 'nightly'] as const;
export type YtDlpChannel = (typeof YT_DLP_CHANNELS)[number];

/** Release channel from which scheduled updates install yt-dlp; `off` for no scheduled updates. */
export const YT_DLP_SCHEDULES = ['off', ...YT_DLP_CHANNELS] as const;
export type YtDlpSchedule = (typeof YT_DLP_SCHEDULES)[number];

/** Version of yt-dlp: 2026.08.19, or 2026.08.25.232345 for a nightly build. Safe in a path and a URL. */
export const ytDlpVersionSchema = z.string().check(z.regex(/^\d{4}\.\d{2}\.\d{2}(?:\.\d{1,6})?$/));

/** How an installation or a rollback ended. The sentences are in `#messages/yt-dlp-updates.ts`. */
export const UPDATE_FINDINGS = [
  'installed',
  'rolled_back',
  'up_to_date',
  // Failures at the release server.
  'no_network',
  'bad_release',
  'checksum_mismatch',
  // Failures of the program.
  'does_not_run',
  'check_failed',
  'platforms_unreachable',
  // Failures of this server.
  'disk_full',
  'not_writable',
  'interrupted',
  'fault',
] as const;
export type UpdateFinding = (typeof UPDATE_FINDINGS)[number];

const installedProgramSchema = z.object({
  version: ytDlpVersionSchema,
  channel: z.enum(YT_DLP_CHANNELS),
});
export type InstalledProgram = z.infer<typeof installedProgramSchema>;

/**
 * Outcome of an installation or a rollback. `version` is null if the update ended before the version was known. `check` holds the results
 * of reading test posts with the program; it is empty if no check was run.
 */
const lastUpdateSchema = z.object({
  at: z.iso.datetime(),
  isScheduled: z.boolean(),
  version: z.nullable(ytDlpVersionSchema),
  finding: z.enum(UPDATE_FINDINGS),
  check: z._default(z.array(checkOfPlatformSchema), []),
});
export type LastUpdate = z.infer<typeof lastUpdateSchema>;

/**
 * Stored data about yt-dlp: the installed program, the previously installed program, the update schedule, and the outcome of the last
 * installation or rollback.
 */
export const storedProgramsSchema = z.object({
  current: z.nullable(installedProgramSchema),
  previous: z.nullable(installedProgramSchema),
  // A value that another version of Savelet stored must not make the installed programs unreadable.
  schedule: z.catch(z.enum(YT_DLP_SCHEDULES), 'off'),
  last: z.catch(z.nullable(lastUpdateSchema), null),
});
export type StoredYtDlpState = z.infer<typeof storedProgramsSchema>;

/** Steps of an installation, in their order. */
export const UPDATE_STEPS = ['looking', 'downloading', 'checking', 'trying'] as const;
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/** Response of every call of `/api/admin/engines/yt-dlp`: the state of the program and of its updates. */
export const ytDlpUpdatesSchema = z.object({
  /**
   * Why this server cannot install the program: YTDLP_PATH names one (`environment`), or there is no build for this machine (`machine`).
   * Null if it can install one.
   */
  unavailable: z.nullable(z.enum(['environment', 'machine'])),
  /** Version that the program in use reports, wherever it comes from; null if there is none or it is unknown. */
  version: z.nullable(z.string()),
  current: z.nullable(installedProgramSchema),
  previous: z.nullable(installedProgramSchema),
  /** Newer version in the channel of the installed one; null if none is known. */
  newer: z.nullable(ytDlpVersionSchema),
  schedule: z.enum(YT_DLP_SCHEDULES),
  /** Time of the next scheduled update; null while the schedule is off. */
  nextAt: z.nullable(z.iso.datetime()),
  /**
   * Step and version of the installation that is running. The version is null until it is known; `running` is null if no installation runs.
   */
  running: z.nullable(z.object({ step: z.enum(UPDATE_STEPS), version: z.nullable(ytDlpVersionSchema) })),
  last: z.nullable(lastUpdateSchema),
});
export type YtDlpUpdates = z.infer<typeof ytDlpUpdatesSchema>;

/** Body of `POST /api/admin/engines/yt-dlp/install`. */
export const ytDlpInstallSchema = z.strictObject({ channel: z.enum(YT_DLP_CHANNELS) });
/** Body of `PUT /api/admin/engines/yt-dlp/schedule`. */
export const ytDlpScheduleSchema = z.strictObject({ schedule: z.enum(YT_DLP_SCHEDULES) });
