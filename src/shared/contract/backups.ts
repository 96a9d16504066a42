import * as z from 'zod/mini';

/**
 * Body of `PUT /api/admin/backups`: the hour of the nightly backup in UTC, null for no backup, and the number of backups that are not
 * deleted.
 */
export const backupScheduleSchema = z.strictObject({
  hour: z.nullable(z.int().check(z.minimum(0), z.maximum(23))),
  keep: z.int().check(z.minimum(1), z.maximum(365)),
});
export type BackupSchedule = z.infer<typeof backupScheduleSchema>;

/**
 * Response of `GET` and `PUT /api/admin/backups`. `last` describes the last attempt: the backup's size in bytes, or a sentence that says
 * why no backup was made.
 */
export const backupsSchema = z.object({
  ...backupScheduleSchema.shape,
  nextAt: z.nullable(z.iso.datetime()),
  last: z.nullable(
    z.object({ at: z.iso.datetime(), bytes: z.nullable(z.int()), error: z.nullable(z.string()) }),
  ),
});
export type Backups = z.infer<typeof backupsSchema>;
