import type { StatusReport } from '#shared/contract/status.ts';
import type { Database } from '../base/db/database.ts';
import type { HttpServer } from '../http/route-schema.ts';
import type { BuiltPages } from '../site/pages/built-pages.ts';
import type { SiteSettings } from '../site/settings/site-settings.ts';
import { registerEnginesRoutes } from './routes/engines-routes.ts';
import { registerHealthRoutes } from './routes/health-routes.ts';
import { registerOverviewRoute } from './routes/overview-route.ts';
import { createStatusPage, registerStatusRoutes } from './routes/status-routes.ts';

type HealthParts = Pick<BuiltPages, 'writeStatusPage'> &
  Parameters<typeof registerEnginesRoutes>[1] &
  Parameters<typeof registerOverviewRoute>[1] & {
    readonly database: Database;
    readonly settings: Pick<SiteSettings, 'current'>;
    readonly status: () => Promise<StatusReport>;
  };

/**
 * Serves the health probes of load balancers, the status page with its data, the Overview, and the engines with their settings and checks.
 */
export const healthPlugin = (parts: HealthParts) => async (app: HttpServer) => {
  registerHealthRoutes(app, () => parts.database.ping());
  const page = createStatusPage(parts.writeStatusPage, parts.settings, parts.status);
  registerStatusRoutes(app, page, parts.status);
  registerEnginesRoutes(app, parts);
  registerOverviewRoute(app, parts);
};
