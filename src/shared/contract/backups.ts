import * as z from 'zod/mini';

/**
 * Body of `PUT /api/admin/backups`: the hour of the nightly backup in UTC, null for no backup, and how many of the newest backups are kept.
 */
export const backupScheduleSchema = z.strictObject({
  hour: z.nullable(z.int().check(z.minimum(0), z.maximum(23))),
  keep: z.int().check(z.minimum(1), z.maximum(365)),
});
export type BackupSchedule = z.infer<typeof backupScheduleSchema>;

/**
 * Response of `GET` and `PUT /api/admin/backups`. `nextAt` is null while there is no nightly backup. `last` describes the last attempt: the
 * backup's size in bytes, or a sentence that says why no backup was made; null before the first attempt.
 */
export const backupsSchema = z.object({
  ...backupScheduleSchema.shape,
  nextAt: z.nullable(z.iso.datetime()),
  last: z.nullable(
    z.object({ at: z.iso.datetime(), bytes: z.nullable(z.int()), error: z.nullable(z.string()) }),
  ),
});
export type Backups = z.infer<typeof backupsSchema>;
