import * as z from 'zod/mini';
import { type ActivityPage, activityPageSchema } from '#shared/contract/admin-settings.ts';
import type { RequireRole } from '../guard.ts';
import type { HttpServer } from '../route-schema.ts';

const pageQuery = z.strictObject({ before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) });

/** Registers `GET /api/admin/activity`: the activity log, newest first, in pages. */
export const registerActivityRoute = (
  app: HttpServer,
  {
    activity,
    requireRole,
  }: {
    readonly activity: (before: number | undefined) => Promise<ActivityPage>;
    readonly requireRole: RequireRole;
  },
): void => {
  app.get(
    '/api/admin/activity',
    {
      ...requireRole('administrator'),
      schema: {
        summary: 'Returns a page of the activity log',
        querystring: pageQuery,
        response: { 200: activityPageSchema },
        errors: ['body_invalid'],
      },
    },
    async (request, reply) => {
      const { before } = request.query;
      const page = await activity(before === undefined ? undefined : Number(before));
      return reply.header('cache-control', 'no-store').send(page);
    },
  );
};
