import type { FastifyInstance } from 'fastify';
import type { Overview, OverviewCounts } from '#shared/contract/overview.ts';
import type { RequireRole } from '../guard.ts';

interface OverviewParts {
  readonly overview: () => Promise<OverviewCounts>;
  readonly untrustedForwarding: () => boolean;
  readonly requireRole: RequireRole;
}

/** Registers `GET /api/admin/overview`: usage counts without data about visitors. */
export const registerOverviewRoute = (
  app: FastifyInstance,
  { overview, untrustedForwarding, requireRole }: OverviewParts,
): void => {
  app.get('/api/admin/overview', requireRole('administrator'), async (_request, reply) => {
    const answer: Overview = { ...(await overview()), untrustedForwarding: untrustedForwarding() };
    return reply.header('cache-control', 'no-store').send(answer);
  });
};
