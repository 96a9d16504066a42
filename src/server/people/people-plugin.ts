import fastifyCookie from '@fastify/cookie';
import type { Database } from '../base/db/database.ts';
import type { HttpServer } from '../http/route-schema.ts';
import { readActivity } from './activity/activity-log.ts';
import { registerActivityRoute } from './activity/activity-route.ts';
import { createKnownBrowsers } from './known-browser.ts';
import { registerAccountsRoutes } from './routes/accounts-routes.ts';
import type { AuthParts } from './routes/auth-responses.ts';
import { registerAuthRoutes } from './routes/auth-routes.ts';
import { registerPluginRoutes } from './routes/plugin-routes.ts';

interface PeopleParts extends Omit<AuthParts, 'knownBrowsers'> {
  readonly database: Database;
  /** Master secret from which the key of known browsers is derived. */
  readonly secret: string;
}

/** Serves sign-up, sign-in, accounts and the activity log. */
export const peoplePlugin = (given: PeopleParts) => async (app: HttpServer) => {
  const { database, secret } = given;
  const parts = { ...given, knownBrowsers: createKnownBrowsers(secret, given.config) };
  await app.register(fastifyCookie);
  registerAuthRoutes(app, parts);
  registerPluginRoutes(app, parts);
  registerAccountsRoutes(app, parts);
  registerActivityRoute(app, { ...parts, activity: (wanted) => readActivity(database, wanted) });
};
