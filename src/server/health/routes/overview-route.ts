import { type OverviewCounts, overviewSchema } from '#shared/contract/overview.ts';
import type { RequireRole } from '../../http/guard.ts';
import type { HttpServer } from '../../http/route-schema.ts';

interface OverviewParts {
  readonly overview: () => Promise<OverviewCounts>;
  readonly untrustedForwarding: () => boolean;
  readonly requireRole: RequireRole;
}

/** Registers `GET /api/admin/overview`: usage counts without data about visitors. */
export const registerOverviewRoute = (
  app: HttpServer,
  { overview, untrustedForwarding, requireRole }: OverviewParts,
): void => {
  app.get(
    '/api/admin/overview',
    {
      ...requireRole('administrator'),
      schema: {
        summary: 'Returns the usage counts of the last thirty days',
        response: { 200: overviewSchema },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({
        ...(await overview()),
        untrustedForwarding: untrustedForwarding(),
      }),
  );
};
