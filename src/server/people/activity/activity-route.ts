import * as z from 'zod/mini';
import { ACTIVITY_KINDS, type ActivityPage, activityPageSchema } from '#shared/contract/admin-settings.ts';
import type { RequireRole } from '../../http/guard.ts';
import { type HttpServer, routeOf } from '../../http/route-schema.ts';
import type { ActivityFilter } from './activity-log.ts';

const pageQuery = z.strictObject({
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  person: z.optional(z.string().check(z.maxLength(100))),
  kind: z.optional(z.enum(ACTIVITY_KINDS)),
});

/** Registers `GET /api/admin/activity`: the activity log, newest first, in pages. */
export const registerActivityRoute = (
  app: HttpServer,
  {
    readActivity,
    requireRole,
  }: {
    readonly readActivity: (filter: ActivityFilter) => Promise<ActivityPage>;
    readonly requireRole: RequireRole;
  },
): void => {
  app.get(
    '/api/admin/activity',
    routeOf(requireRole('administrator'), 'Returns a page of the activity log', {
      querystring: pageQuery,
      response: { 200: activityPageSchema },
      errors: ['body_invalid'],
    }),
    async (request, reply) => {
      const { before, ...filter } = request.query;
      const page = await readActivity({
        ...filter,
        before: before === undefined ? undefined : Number(before),
      });
      return reply.send(page);
    },
  );
};
