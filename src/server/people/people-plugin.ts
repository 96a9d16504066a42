import fastifyCookie from '@fastify/cookie';
import type { HttpServer } from '../http/route-schema.ts';
import { registerAdministration } from './account-administration.ts';
import { readActivity } from './activity/activity-log.ts';
import { registerActivityRoute } from './activity/activity-route.ts';
import type { PeopleParts } from './auth-responses.ts';
import { registerPluginRoutes } from './plugin-routes.ts';
import { registerSignIn } from './sign-in.ts';
import { registerSignUp } from './sign-up.ts';
import { registerOwnSessions, registerSignedInAccount } from './signed-in-account.ts';

/** Serves sign-up, sign-in, accounts and the activity log. */
export const peoplePlugin = (parts: PeopleParts) => async (app: HttpServer) => {
  await app.register(fastifyCookie);
  registerSignIn(app, parts);
  registerSignUp(app, parts);
  registerSignedInAccount(app, parts);
  registerOwnSessions(app, parts);
  registerPluginRoutes(app, parts);
  registerAdministration(app, parts);
  registerActivityRoute(app, { ...parts, readActivity: (filter) => readActivity(parts.database, filter) });
};
