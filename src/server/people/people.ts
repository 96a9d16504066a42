import fastifyCookie from '@fastify/cookie';
import type { Config } from '../base/config/config.ts';
import type { RequireRole } from '../http/guard.ts';
import type { HttpServer } from '../http/route-schema.ts';
import type { Limits } from '../limits/limits.ts';
import type { Accounts } from './accounts.ts';
import { registerActivityRoute } from './activity/activity-route.ts';
import type { KnownBrowsers } from './known-browser.ts';
import { registerAccountsRoutes } from './routes/accounts-routes.ts';
import { registerAuthRoutes } from './routes/auth-routes.ts';

interface PeopleParts {
  readonly config: Config;
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly knownBrowsers: KnownBrowsers;
  readonly activity: Parameters<typeof registerActivityRoute>[1]['activity'];
  readonly requireRole: RequireRole;
}

/** Serves sign-up, sign-in, accounts and the activity log. */
export const peoplePlugin = (parts: PeopleParts) => async (app: HttpServer) => {
  await app.register(fastifyCookie);
  registerAuthRoutes(app, parts);
  registerAccountsRoutes(app, parts);
  registerActivityRoute(app, parts);
};
