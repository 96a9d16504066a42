import * as z from 'zod/mini';

/** What every event of `GET /api/live` carries; the settings themselves come from `GET /api/site`. */
export const liveMessageSchema = z.object({ revision: z.int().check(z.nonnegative()) });
