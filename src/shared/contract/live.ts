import * as z from 'zod/mini';

/** Data of every event of `GET /api/live`. It contains no settings; those come from `GET /api/site`. */
export const liveMessageSchema = z.object({ revision: z.int().check(z.nonnegative()) });
