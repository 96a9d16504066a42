import { type Overview, type OverviewCounts, overviewSchema } from '#shared/contract/overview.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import { PROJECT_ROOT } from '../base/config/project-root.ts';
import type { Database } from '../base/db/database.ts';
import { readBuildInfo } from '../base/observability/build-info.ts';
import type { RequireRole } from '../http/guard.ts';
import type { HttpServer } from '../http/route-schema.ts';
import type { BuiltPages } from '../site/pages/built-pages.ts';
import type { SiteSettings } from '../site/settings/site-settings.ts';
import { registerEnginesRoutes } from './routes/engines-routes.ts';
import { registerHealthRoutes } from './routes/health-routes.ts';
import { createStatusPage, registerStatusRoutes } from './routes/status-routes.ts';

interface OverviewParts {
  readonly overview: () => Promise<OverviewCounts>;
  readonly sawUntrustedForwarding: () => boolean;
  readonly requireRole: RequireRole;
}

type HealthParts = Pick<BuiltPages, 'writeStatusPage'> &
  Parameters<typeof registerEnginesRoutes>[1] &
  OverviewParts & {
    readonly database: Database;
    readonly settings: Pick<SiteSettings, 'current'>;
    readonly status: () => Promise<StatusReport>;
  };

/** Registers `GET /api/admin/overview`: usage counts without data about visitors. */
const registerOverviewRoute = (
  app: HttpServer,
  { overview, sawUntrustedForwarding, requireRole }: OverviewParts,
  build: Overview['build'],
): void => {
  const schema = {
    summary: 'Returns the usage counts of the last thirty days',
    response: { 200: overviewSchema },
  };
  app.get('/api/admin/overview', { ...requireRole('administrator'), schema }, async () => ({
    ...(await overview()),
    untrustedForwarding: sawUntrustedForwarding(),
    build,
  }));
};

/**
 * Registers the routes of the health probes for load balancers, the status page and its data, the Overview, and the engines with their
 * settings and checks.
 */
export const healthPlugin = (parts: HealthParts) => async (app: HttpServer) => {
  registerHealthRoutes(app, () => parts.database.ping());
  const page = createStatusPage(parts.writeStatusPage, parts.settings, parts.status);
  const build = await readBuildInfo(PROJECT_ROOT);
  registerStatusRoutes(app, page, parts.status, build);
  registerEnginesRoutes(app, parts);
  registerOverviewRoute(app, parts, build);
};
