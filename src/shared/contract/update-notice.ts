import * as z from 'zod/mini';

/** `unavailable`: UPDATE_URL is not set. `pending`: no answer yet. `development`: the running version is no release, or newer than the newest one. */
const UPDATE_STATES = ['unavailable', 'off', 'pending', 'failed', 'current', 'newer', 'development'] as const;

/** Response of `GET` and `PUT /api/admin/update-notice`. `newest` is the newest release that was found, null before the first answer. */
export const updateNoticeSchema = z.object({
  state: z.enum(UPDATE_STATES),
  /** Host that is asked; null if there is none. */
  host: z.nullable(z.string()),
  checkedAt: z.nullable(z.iso.datetime()),
  newest: z.nullable(z.object({ version: z.string(), url: z.url({ protocol: /^https$/ }) })),
});
export type UpdateNotice = z.infer<typeof updateNoticeSchema>;

/** Body of `PUT /api/admin/update-notice`: whether the server asks once a day. */
export const updateSwitchSchema = z.strictObject({ on: z.boolean() });
