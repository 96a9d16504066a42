import * as z from 'zod/mini';

/**
 * `unavailable`: UPDATE_URL is not set. `off`: the owner has not switched the daily question on. `pending`: no answer yet. `failed`: the
 * last answer could not be read. `newer`: a newer release exists. `development`: the running version is no release, or newer than the
 * newest one.
 */
const UPDATE_STATES = ['unavailable', 'off', 'pending', 'failed', 'current', 'newer', 'development'] as const;

/**
 * Response of `GET` and `PUT /api/admin/update-notice`. `checkedAt` is when the server last asked, null if never. `newest` is the newest
 * release that was found, null if none was found.
 */
export const updateNoticeSchema = z.object({
  state: z.enum(UPDATE_STATES),
  /** Host that the server asks; null if UPDATE_URL is not set. */
  host: z.nullable(z.string()),
  checkedAt: z.nullable(z.iso.datetime()),
  newest: z.nullable(z.object({ version: z.string(), url: z.url({ protocol: /^https$/ }) })),
});
export type UpdateNotice = z.infer<typeof updateNoticeSchema>;

/** Body of `PUT /api/admin/update-notice`: whether the server asks once a day. */
export const updateSwitchSchema = z.strictObject({ on: z.boolean() });
