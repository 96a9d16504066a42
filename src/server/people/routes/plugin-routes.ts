import { sessionStateSchema } from '#shared/contract/account.ts';
import { addCookies } from '../../http/cookies.ts';
import { sendProblem } from '../../http/problem.ts';
import type { HttpServer } from '../../http/route-schema.ts';
import { networkOf } from '../../limits/network-key.ts';
import { PLUGIN_PATHS } from '../auth-library.ts';
import {
  type AuthParts,
  sendAttemptsExceeded,
  sendSignedInAndMarkBrowser,
  signInHeadersOf,
} from './auth-responses.ts';

/**
 * Registers the paths of the accounts library's plugins, and no other path of the library. Requests pass this server's role check and
 * attempt limit; errors become problems, and a response that creates a session is sent like one to a sign-in.
 */
export const registerPluginRoutes = (app: HttpServer, parts: AuthParts, paths = PLUGIN_PATHS): void => {
  const { accounts, limits } = parts;
  for (const plugin of paths) {
    const { method, path, access, summary, body, answer, errors } = plugin;
    app.route({
      method,
      url: `/api/auth${path}`,
      ...parts.requireRole(access),
      schema: {
        summary,
        ...(body && { body }),
        response: { 200: answer ?? sessionStateSchema },
        errors: [...new Set(Object.values(errors)), 'body_invalid', 'attempts_exceeded'],
      },
      async handler(request, reply) {
        const { signedIn } = request;
        // They check passwords and codes.
        const attempt = await limits.ownPassword(signedIn?.account.id ?? networkOf(request.ip));
        if (!attempt.ok) return sendAttemptsExceeded(reply, attempt);
        const called = await accounts.callPlugin(request, plugin, signInHeadersOf(request));
        if (!called.ok) return sendProblem(reply, called.code);
        await attempt.succeeded();
        const opened = { ...called, signedIn: called.signedIn ?? signedIn };
        if (answer === undefined) return sendSignedInAndMarkBrowser(reply, parts, opened);
        addCookies(reply, called.setCookies);
        return reply.header('cache-control', 'no-store').send(answer.parse(called.answer));
      },
    });
  }
};
