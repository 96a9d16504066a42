import type { FastifyInstance } from 'fastify';
import type { ActivityPage } from '#shared/contract/admin-settings.ts';
import type { OverviewCounts } from '#shared/contract/overview.ts';
import type { AdminEventHub } from '../../live/admin-event-hub.ts';
import type { LogoStore } from '../../settings/logo-store.ts';
import type { SiteSettings } from '../../settings/site-settings.ts';
import { createGuard } from '../guard.ts';
import { registerAccountsRoutes } from './accounts-routes.ts';
import { registerActivityRoute } from './activity-route.ts';
import { registerAdminLiveRoute } from './admin-live-route.ts';
import { registerAdminSettingsRoutes } from './admin-settings-routes.ts';
import type { AuthParts } from './auth-responses.ts';
import { registerAuthRoutes } from './auth-routes.ts';
import { type EnginesParts, registerEnginesRoutes } from './engines-routes.ts';
import { registerLogoUpload } from './logo-routes.ts';
import { registerOverviewRoute } from './overview-route.ts';
import { registerSessionsRoutes } from './sessions-routes.ts';

const GUARDED = /^\/api\/(?:auth|admin)\//;

/** Registers `/api/auth/…` and `/api/admin/…` behind one guard. Throws when a route has no guard. */
export const registerGuardedRoutes = (
  app: FastifyInstance,
  given: Omit<AuthParts, 'requireRole'> &
    EnginesParts & {
      readonly adminEvents: AdminEventHub;
      readonly overview: () => Promise<OverviewCounts>;
      readonly untrustedForwarding: () => boolean;
      readonly settings: SiteSettings;
      readonly activity: (before: number | undefined) => Promise<ActivityPage>;
      readonly logos: LogoStore;
    },
): void => {
  app.decorateRequest('signedIn', null);
  app.addHook('onRoute', ({ url, config }) => {
    if (GUARDED.test(url) && config?.access === undefined) throw new Error(`the route ${url} has no guard`);
  });
  const parts = { ...given, requireRole: createGuard(given) };
  registerAuthRoutes(app, parts);
  registerSessionsRoutes(app, parts);
  registerAccountsRoutes(app, parts);
  registerOverviewRoute(app, parts);
  registerActivityRoute(app, parts);
  registerAdminLiveRoute(app, parts);
  registerAdminSettingsRoutes(app, parts);
  registerEnginesRoutes(app, parts);
  registerLogoUpload(app, parts);
};
