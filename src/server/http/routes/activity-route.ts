import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { ActivityPage } from '#shared/contract/admin-settings.ts';
import type { RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';

const pageSchema = z.strictObject({ before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) });

/** Registers `GET /api/admin/activity`: the activity log, newest first, in pages. */
export const registerActivityRoute = (
  app: FastifyInstance,
  {
    activity,
    requireRole,
  }: {
    readonly activity: (before: number | undefined) => Promise<ActivityPage>;
    readonly requireRole: RequireRole;
  },
): void => {
  app.get('/api/admin/activity', requireRole('administrator'), async (request, reply) => {
    const query = pageSchema.safeParse(request.query);
    if (!query.success) return sendProblem(reply, 'body_invalid');
    const { before } = query.data;
    const page = await activity(before === undefined ? undefined : Number(before));
    return reply.header('cache-control', 'no-store').send(page);
  });
};
