import type { FastifyInstance } from 'fastify';
import { claimSchema, passwordChangeSchema, signInSchema } from '#shared/contract/account.ts';
import type { Refusal } from '../../accounts/accounts.ts';
import { addCookies } from '../cookies.ts';
import { callerOf } from '../guard.ts';
import { sendProblem } from '../problem.ts';
import {
  type AuthParts,
  browserOf,
  knownBrowserOf,
  sendAttemptsExceeded,
  sendDelayedProblem,
  sendSignedIn,
  sendSignedInAndMarkBrowser,
} from './auth-responses.ts';
import { parseBody } from './parse-body.ts';
import { registerSignUp } from './sign-up-route.ts';

const registerSignIn = (app: FastifyInstance, parts: AuthParts): void => {
  const { accounts, config, limits } = parts;
  /**
   * Returns the code to send. An e-mail address without an account is reported a limited number of times; after that
   * the response is the one for a wrong password.
   */
  const codeForAnswer = async (code: Refusal['code'], address: string, known: boolean) => {
    if (code !== 'account_not_found') return code;
    const exact = config.authDetail === 'exact' && (known || (await limits.exactAnswer(address)));
    return exact ? code : 'password_wrong';
  };
  app.post('/api/auth/sign-in', parts.requireRole('anyone'), async (request, reply) => {
    const since = performance.now();
    const body = parseBody(signInSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const { email } = body.data;
    const knownBrowser = knownBrowserOf(request, parts, email);
    const attempt = await limits.signIn({ email, address: request.ip, knownBrowser });
    if (!attempt.ok) {
      if (await limits.mayRecordBlockedSignIn(email)) await accounts.recordBlockedSignIn(email);
      return sendAttemptsExceeded(reply, attempt);
    }
    const isKnown = knownBrowser !== null;
    const opened = await accounts.signIn(body.data, { ...browserOf(request), isKnown });
    if (!opened.ok) {
      await attempt.failed();
      return sendDelayedProblem(reply, since, await codeForAnswer(opened.code, request.ip, isKnown));
    }
    await attempt.succeeded();
    return sendSignedInAndMarkBrowser(reply, parts, opened, email);
  });
};

const registerSignedInCalls = (app: FastifyInstance, parts: AuthParts): void => {
  const { accounts, limits } = parts;
  app.post('/api/auth/claim', parts.requireRole('account'), async (request, reply) => {
    const body = parseBody(claimSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const admission = await limits.setupCode(request.ip);
    if (!admission.ok) return sendAttemptsExceeded(reply, admission);
    const opened = await accounts.claim(callerOf(request), body.data.setupCode, browserOf(request));
    return opened.ok ? sendSignedIn(reply, parts, opened) : sendProblem(reply, opened.code);
  });
  app.post('/api/auth/password', parts.requireRole('account'), async (request, reply) => {
    const since = performance.now();
    const body = parseBody(passwordChangeSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const caller = callerOf(request);
    const attempt = await limits.ownPassword(caller.account.id);
    if (!attempt.ok) return sendAttemptsExceeded(reply, attempt);
    const opened = await accounts.changePassword(caller, body.data, browserOf(request));
    if (!opened.ok) return sendDelayedProblem(reply, since, opened.code);
    await attempt.succeeded();
    return sendSignedIn(reply, parts, opened);
  });
};

/** Registers `/api/auth/…`: sign-up, sign-in, sign-out, claim, password change and the current session. */
export const registerAuthRoutes = (app: FastifyInstance, parts: AuthParts): void => {
  const { accounts, requireRole } = parts;
  registerSignIn(app, parts);
  registerSignUp(app, parts);
  registerSignedInCalls(app, parts);
  app.post('/api/auth/sign-out', requireRole('anyone'), async (request, reply) => {
    addCookies(reply, await accounts.signOut(request.headers.cookie));
    // Clears only the cache: "storage" would delete the visitor's own settings of the same origin (docs/adr/0026).
    reply.header('clear-site-data', '"cache"');
    return reply.header('cache-control', 'no-store').send(await accounts.state(null));
  });
  app.get('/api/auth/session', requireRole('anyone'), async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await accounts.state(request.signedIn?.account ?? null)),
  );
};
