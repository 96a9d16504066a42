import * as z from 'zod/mini';
import {
  claimSchema,
  openSessionsSchema,
  passwordChangeSchema,
  sessionStateSchema,
  signInSchema,
} from '#shared/contract/account.ts';
import { addCookies } from '../../http/cookies.ts';
import { callerOf } from '../../http/guard.ts';
import { sendProblem } from '../../http/problem.ts';
import { empty, type HttpServer } from '../../http/route-schema.ts';
import type { Refusal } from '../auth-gateway.ts';
import { HasherBusyError } from '../hash-queue.ts';
import {
  type AuthParts,
  sendAttemptsExceeded,
  sendDelayedProblem,
  sendSignedIn,
  sendSignedInAndMarkBrowser,
  signInHeadersOf,
} from './auth-responses.ts';
import { registerSignUp } from './sign-up-route.ts';

const registerSignIn = (app: HttpServer, parts: AuthParts): void => {
  const { accounts, config, limits } = parts;
  /**
   * Returns the code to send. An e-mail address without an account is reported a limited number of times; after that it and a wrong
   * password get the same answer, which is true of both.
   */
  const codeForAnswer = async (code: Refusal['code'], address: string, known: boolean) => {
    if (code !== 'account_not_found' && code !== 'password_wrong') return code;
    if (config.authDetail === 'uniform') return 'password_wrong';
    if (known) return code;
    const { kind } = await limits.exactAnswersLeft(address);
    const isExact = kind === 'some' && (code === 'password_wrong' || (await limits.exactAnswer(address)));
    return isExact ? code : 'attempts_exceeded';
  };
  app.post(
    '/api/auth/sign-in',
    {
      ...parts.requireRole('anyone'),
      schema: {
        summary: 'Signs in',
        body: signInSchema,
        response: { 200: sessionStateSchema },
        errors: ['email_invalid', 'account_not_found', 'password_wrong', 'attempts_exceeded'],
      },
    },
    async (request, reply) => {
      const since = performance.now();
      const { email } = request.body;
      const knownBrowser = parts.knownBrowsers.idOf(request, email);
      const attempt = await limits.signIn({ email, address: request.ip, knownBrowser });
      if (!attempt.ok) {
        if (await limits.mayRecordBlockedSignIn(email)) await accounts.recordBlockedSignIn(email);
        return sendAttemptsExceeded(reply, attempt);
      }
      const isKnown = knownBrowser !== null;
      const signIn = accounts.signIn(request.body, { ...signInHeadersOf(request), isKnown });
      const opened = await signIn.catch(async (error: unknown) => {
        // A person must not lose the first try to a flood that fills the queue of password hashes.
        if (error instanceof HasherBusyError) await attempt.cancelled();
        throw error;
      });
      if (!opened.ok)
        return sendDelayedProblem(reply, since, await codeForAnswer(opened.code, request.ip, isKnown));
      await attempt.succeeded();
      return sendSignedInAndMarkBrowser(reply, parts, opened);
    },
  );
};

const registerSignedInCalls = (app: HttpServer, parts: AuthParts): void => {
  const { accounts, limits } = parts;
  app.post(
    '/api/auth/claim',
    {
      ...parts.requireRole('account'),
      schema: {
        summary: 'Makes a waiting account the owner',
        body: claimSchema,
        response: { 200: sessionStateSchema },
        errors: ['setup_code_wrong', 'owner_exists', 'attempts_exceeded'],
      },
    },
    async (request, reply) => {
      const admission = await limits.setupCode(request.ip);
      if (!admission.ok) return sendAttemptsExceeded(reply, admission);
      const opened = await accounts.claim(
        callerOf(request),
        request.body.setupCode,
        signInHeadersOf(request),
      );
      return opened.ok ? sendSignedIn(reply, parts, opened) : sendProblem(reply, opened.code);
    },
  );
  app.post(
    '/api/auth/password',
    {
      ...parts.requireRole('account'),
      schema: {
        summary: 'Changes the password',
        body: passwordChangeSchema,
        response: { 200: sessionStateSchema },
        errors: ['password_wrong', 'password_short', 'password_weak', 'attempts_exceeded'],
      },
    },
    async (request, reply) => {
      const since = performance.now();
      const caller = callerOf(request);
      const attempt = await limits.ownPassword(caller.account.id);
      if (!attempt.ok) return sendAttemptsExceeded(reply, attempt);
      const opened = await accounts.changePassword(caller, request.body, signInHeadersOf(request));
      if (!opened.ok) return sendDelayedProblem(reply, since, opened.code);
      await attempt.succeeded();
      return sendSignedIn(reply, parts, opened);
    },
  );
};

/** Registers `/api/auth/sessions`: lists and ends the sessions of the signed-in account. */
const registerSessions = (app: HttpServer, { accounts, requireRole }: AuthParts): void => {
  const account = requireRole('account');
  app.get(
    '/api/auth/sessions',
    {
      ...account,
      schema: { summary: 'Lists the sessions of the account', response: { 200: openSessionsSchema } },
    },
    async (request, reply) => {
      const sessions = await accounts.sessions(callerOf(request));
      return reply.header('cache-control', 'no-store').send({ sessions });
    },
  );
  app.delete(
    '/api/auth/sessions',
    { ...account, schema: { summary: 'Ends all other sessions of the account', response: { 204: empty } } },
    async (request, reply) => {
      const caller = callerOf(request);
      await accounts.endSessions(caller, { allBut: caller.sessionId });
      return reply.code(204).send();
    },
  );
  app.delete(
    '/api/auth/sessions/:id',
    {
      ...account,
      schema: {
        summary: 'Ends a session of the account',
        params: z.object({ id: z.string() }),
        response: { 204: empty },
        errors: ['session_unknown'],
      },
    },
    async (request, reply) => {
      const isEnded = await accounts.endSessions(callerOf(request), { only: request.params.id });
      return isEnded ? reply.code(204).send() : sendProblem(reply, 'session_unknown');
    },
  );
};

/** Registers `/api/auth/…`: sign-up, sign-in, sign-out, claim, password change and the sessions. */
export const registerAuthRoutes = (app: HttpServer, parts: AuthParts): void => {
  const { accounts } = parts;
  const anyone = parts.requireRole('anyone');
  registerSignIn(app, parts);
  registerSignUp(app, parts);
  registerSignedInCalls(app, parts);
  registerSessions(app, parts);
  app.post(
    '/api/auth/sign-out',
    { ...anyone, schema: { summary: 'Signs out', response: { 200: sessionStateSchema } } },
    async (request, reply) => {
      addCookies(reply, await accounts.signOut(request.headers.cookie));
      // Clears only the cache: "storage" would delete the visitor's own settings of the same origin (docs/adr/0012).
      reply.header('clear-site-data', '"cache"').header('cache-control', 'no-store');
      return reply.send(await accounts.state(null));
    },
  );
  app.get(
    '/api/auth/session',
    {
      ...anyone,
      schema: {
        summary: 'Returns the signed-in account',
        querystring: z.object({ account: z.optional(z.string().check(z.maxLength(100))) }),
        response: { 200: sessionStateSchema },
        errors: ['body_invalid'],
      },
    },
    async (request, reply) => {
      const account = request.signedIn?.account ?? null;
      const { account: asked } = request.query;
      const isRemoved = account === null && asked !== undefined && !(await accounts.exists(asked));
      const state = await accounts.state(account);
      const answer = isRemoved ? { ...state, accountRemoved: true as const } : state;
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
};
