import type { StatusReport } from '#shared/contract/status.ts';
import type { HttpServer } from '../http/route-schema.ts';
import type { StatusPageSource } from '../site/pages/status-page-cache.ts';
import { registerEnginesRoutes } from './routes/engines-routes.ts';
import { registerHealthRoutes } from './routes/health-routes.ts';
import { registerOverviewRoute } from './routes/overview-route.ts';
import { registerStatusRoutes } from './routes/status-routes.ts';

type HealthParts = Parameters<typeof registerEnginesRoutes>[1] &
  Parameters<typeof registerOverviewRoute>[1] & {
    readonly statusPage: StatusPageSource;
    readonly status: () => Promise<StatusReport>;
    /** Resolves when all services a request needs are available; rejects otherwise. */
    readonly ready: () => Promise<void>;
  };

/** Serves what works: for load balancers, visitors and the owner, and the check and the choice of engines. */
export const healthPlugin = (parts: HealthParts) => async (app: HttpServer) => {
  registerHealthRoutes(app, parts.ready);
  registerStatusRoutes(app, parts.statusPage, parts.status);
  registerEnginesRoutes(app, parts);
  registerOverviewRoute(app, parts);
};
