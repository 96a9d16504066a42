import { type OverviewCounts, overviewSchema } from '#shared/contract/overview.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import type { Database } from '../base/db/database.ts';
import type { BuildInfo } from '../base/observability/build-info.ts';
import { callerOf, type RequireRole } from '../http/guard.ts';
import type { HttpServer } from '../http/route-schema.ts';
import type { BuiltPages } from '../site/pages/built-pages.ts';
import type { SiteSettings } from '../site/settings/site-settings.ts';
import { registerEnginesRoutes } from './routes/engines-routes.ts';
import { registerHealthRoutes } from './routes/health-routes.ts';
import { createStatusPage, registerStatusRoutes } from './routes/status-routes.ts';
import { registerTrafficRoutes } from './routes/traffic-routes.ts';
import { registerUpdateNoticeRoutes } from './routes/update-notice-routes.ts';
import type { TrafficGuard } from './traffic/traffic-guard.ts';

interface OverviewParts {
  readonly overview: () => Promise<OverviewCounts>;
  readonly sawUntrustedForwarding: () => boolean;
  readonly requireRole: RequireRole;
  readonly build: BuildInfo;
  readonly trafficGuard: Pick<TrafficGuard, 'state'>;
}

type HealthParts = Pick<BuiltPages, 'writeStatusPage'> &
  Parameters<typeof registerEnginesRoutes>[1] &
  OverviewParts &
  Parameters<typeof registerTrafficRoutes>[1] &
  Parameters<typeof registerUpdateNoticeRoutes>[1] & {
    readonly database: Database;
    readonly settings: Pick<SiteSettings, 'current'>;
    readonly status: () => Promise<StatusReport>;
  };

/**
 * Registers `GET /api/admin/overview`: usage counts without data about visitors, the build, the traffic budgets that are nearly or fully
 * spent, and whether a forwarding header came from an address that is not a trusted proxy.
 */
const registerOverviewRoute = (
  app: HttpServer,
  { overview, sawUntrustedForwarding, requireRole, build, trafficGuard }: OverviewParts,
): void => {
  const schema = {
    summary: 'Returns the usage counts of the last ninety days',
    response: { 200: overviewSchema },
  };
  app.get('/api/admin/overview', { ...requireRole('administrator'), schema }, async (request) => ({
    ...(await overview()),
    untrustedForwarding: sawUntrustedForwarding(),
    build,
    traffic: callerOf(request).account.role === 'owner' ? (await trafficGuard.state()).reached : [],
  }));
};

/**
 * Registers the routes of the health probes for load balancers, the status page and its data, the Overview, the engines with their
 * settings and checks, the traffic, and the notice of newer versions.
 */
export const healthPlugin = (parts: HealthParts) => async (app: HttpServer) => {
  registerHealthRoutes(app, () => parts.database.ping());
  const page = createStatusPage(parts.writeStatusPage, parts.settings, parts.status);
  registerStatusRoutes(app, page, parts.status, parts.build);
  registerEnginesRoutes(app, parts);
  registerOverviewRoute(app, parts);
  registerTrafficRoutes(app, parts);
  registerUpdateNoticeRoutes(app, parts);
};
