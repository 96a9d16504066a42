import { sessionStateSchema } from '#shared/contract/account.ts';
import { addCookies } from '../http/cookies.ts';
import { sendProblem } from '../http/problem.ts';
import type { HttpServer } from '../http/route-schema.ts';
import { networkOf } from '../limits/requester.ts';
import { PLUGIN_PATHS } from './auth-library.ts';
import { type PeopleParts, sendSignedIn } from './auth-responses.ts';
import { completeSignIn } from './sign-in.ts';

/**
 * Registers `paths` of the accounts library's plugins, and no other path of the library. This server's role check and attempt limit apply.
 * Errors become problems, and an answer that opens a session has the form of an answer to a sign-in.
 */
export const registerPluginRoutes = (app: HttpServer, parts: PeopleParts, paths = PLUGIN_PATHS): void => {
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
        const { caller } = request;
        // They check passwords and codes.
        const attempt = await limits.ownPassword(caller?.account.id ?? networkOf(request.ip));
        if (!attempt.ok) return sendProblem(reply, 'attempts_exceeded', attempt);
        const called = await accounts.callPlugin(request, plugin);
        if (typeof called === 'string') return sendProblem(reply, called);
        // A session that it opens for somebody who had none is a sign-in like any other.
        if (caller === null) await completeSignIn(parts, called, request.headers, 'signed_in');
        else if (called.session !== null)
          accounts.announce({ accountIds: [caller.account.id], sessionIds: [caller.sessionId] });
        await attempt.recordSuccess();
        if (answer === undefined)
          return sendSignedIn(reply, parts, { ...called, session: called.session ?? caller });
        addCookies(reply, called.setCookies);
        return reply.send(answer.parse(called.answer));
      },
    });
  }
};
