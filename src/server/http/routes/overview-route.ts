import type { FastifyInstance } from 'fastify';
import type { Overview } from '#shared/contract/overview.ts';
import type { RequireRole } from '../guard.ts';

interface OverviewParts {
  readonly overview: () => Promise<Overview>;
  readonly requireRole: RequireRole;
}

/** `GET /api/admin/overview`: how much the site is used, from counts without visitors. */
export const registerOverviewRoute = (
  app: FastifyInstance,
  { overview, requireRole }: OverviewParts,
): void => {
  app.get('/api/admin/overview', requireRole('administrator'), async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await overview()),
  );
};
