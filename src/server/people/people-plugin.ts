import fastifyCookie from '@fastify/cookie';
import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { RequireRole } from '../http/guard.ts';
import type { HttpServer } from '../http/route-schema.ts';
import type { Limits } from '../limits/limits.ts';
import type { Accounts } from './accounts.ts';
import { readActivity } from './activity/activity-log.ts';
import { registerActivityRoute } from './activity/activity-route.ts';
import { createKnownBrowsers } from './known-browser.ts';
import { registerAccountsRoutes } from './routes/accounts-routes.ts';
import { registerAuthRoutes } from './routes/auth-routes.ts';

interface PeopleParts {
  readonly config: Config;
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly database: Database;
  /** Master secret from which the key of known browsers is derived. */
  readonly secret: string;
  readonly requireRole: RequireRole;
}

/** Serves sign-up, sign-in, accounts and the activity log. */
export const peoplePlugin = (parts: PeopleParts) => async (app: HttpServer) => {
  await app.register(fastifyCookie);
  registerAuthRoutes(app, { ...parts, knownBrowsers: createKnownBrowsers(parts.secret) });
  registerAccountsRoutes(app, parts);
  const activity = (wanted: Parameters<typeof readActivity>[1]) => readActivity(parts.database, wanted);
  registerActivityRoute(app, { ...parts, activity });
};
