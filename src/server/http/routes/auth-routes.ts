import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { claimSchema, passwordChangeSchema, signInSchema, signUpSchema } from '#shared/contract/account.ts';
import { KNOWN_BROWSER_MS, SIGN_IN_FAILURE_MIN_MS } from '#shared/limits.ts';
import type { Accounts, Browser, Opened, Refused } from '../../accounts/accounts.ts';
import type { KnownBrowsers } from '../../accounts/known-browser.ts';
import type { Config } from '../../config/config.ts';
import type { Limits, TryVerdict } from '../../limits/limits.ts';
import { addCookies, cookieIn } from '../cookies.ts';
import { callerOf, type RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';
import { readBody } from './account-answer.ts';

export interface AuthParts {
  readonly config: Config;
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly knownBrowsers: KnownBrowsers;
  readonly requireRole: RequireRole;
}

const browserOf = ({ headers }: FastifyRequest): Browser => ({
  cookie: headers.cookie,
  userAgent: headers['user-agent'],
});

const tooMany = (reply: FastifyReply, { retryAfter }: Extract<TryVerdict, { ok: false }>): FastifyReply =>
  sendProblem(reply, 'attempts_exceeded', { retryAfter });

/** Answers a failure no sooner than any other one. */
const sendLate = async (reply: FastifyReply, since: number, code: Refused['code']): Promise<FastifyReply> => {
  const left = since + SIGN_IN_FAILURE_MIN_MS - performance.now();
  if (left > 0) await pause(left);
  return sendProblem(reply, code);
};

/** The answer of everything that lets somebody in: who they are now, and their cookies. */
const sendOpened = async (
  reply: FastifyReply,
  { accounts }: AuthParts,
  opened: Extract<Opened, { ok: true }>,
  cookies: readonly string[] = [],
): Promise<FastifyReply> => {
  addCookies(reply, [...opened.signedIn.setCookies, ...cookies]);
  return reply.header('cache-control', 'no-store').send(await accounts.state(opened.signedIn.account));
};

const knownBrowserCookie = ({ publicUrl }: Config) => {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-dev' : 'dev';
  const attributes = `Max-Age=${KNOWN_BROWSER_MS / 1_000}; Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Strict`;
  return { name, write: (mark: string): string => `${name}=${mark}; ${attributes}` };
};

const registerSignIn = (app: FastifyInstance, parts: AuthParts): void => {
  const { accounts, config, limits, knownBrowsers } = parts;
  const mark = knownBrowserCookie(config);
  /** An e-mail address without an account is told of a few times, then looks like a wrong password. */
  const toldCode = async (code: Refused['code'], address: string, known: boolean) => {
    if (code !== 'account_not_found') return code;
    const exact = config.authDetail === 'exact' && (known || (await limits.exactAnswer(address)));
    return exact ? code : 'password_wrong';
  };
  app.post('/api/auth/sign-in', parts.requireRole('anyone'), async (request, reply) => {
    const since = performance.now();
    const body = readBody(signInSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const { email } = body.data;
    const knownBrowser = knownBrowsers.idIn(cookieIn(request.headers.cookie, mark.name), email);
    const attempt = await limits.signIn({ email, address: request.ip, knownBrowser });
    if (!attempt.ok) {
      if (await limits.tellBlocked(email)) await accounts.noteBlocked(email);
      return tooMany(reply, attempt);
    }
    const opened = await accounts.signIn(body.data, browserOf(request));
    if (!opened.ok) {
      await attempt.failed();
      return sendLate(reply, since, await toldCode(opened.code, request.ip, knownBrowser !== null));
    }
    await attempt.succeeded();
    return sendOpened(reply, parts, opened, [mark.write(knownBrowsers.mark(email))]);
  });
};

const registerSignUp = (app: FastifyInstance, parts: AuthParts): void => {
  const { accounts, config, limits, knownBrowsers } = parts;
  const mark = knownBrowserCookie(config);
  app.post('/api/auth/sign-up', parts.requireRole('anyone'), async (request, reply) => {
    const body = readBody(signUpSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const { setupCode } = body.data;
    const verdict = await (setupCode === undefined
      ? limits.signUp(request.ip)
      : limits.setupCode(request.ip));
    if (!verdict.ok) return tooMany(reply, verdict);
    const opened = await accounts.signUp(body.data, browserOf(request));
    if (!opened.ok) return sendProblem(reply, opened.code);
    return sendOpened(reply, parts, opened, [mark.write(knownBrowsers.mark(body.data.email))]);
  });
};

const registerSignedInCalls = (app: FastifyInstance, parts: AuthParts): void => {
  const { accounts, limits } = parts;
  app.post('/api/auth/claim', parts.requireRole('account'), async (request, reply) => {
    const body = readBody(claimSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const verdict = await limits.setupCode(request.ip);
    if (!verdict.ok) return tooMany(reply, verdict);
    const opened = await accounts.claim(callerOf(request), body.data.setupCode, browserOf(request));
    return opened.ok ? sendOpened(reply, parts, opened) : sendProblem(reply, opened.code);
  });
  app.post('/api/auth/password', parts.requireRole('account'), async (request, reply) => {
    const since = performance.now();
    const body = readBody(passwordChangeSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.code);
    const caller = callerOf(request);
    const attempt = await limits.ownPassword(caller.account.id);
    if (!attempt.ok) return tooMany(reply, attempt);
    const opened = await accounts.changePassword(caller, body.data, browserOf(request));
    if (!opened.ok) return sendLate(reply, since, opened.code);
    await attempt.succeeded();
    return sendOpened(reply, parts, opened);
  });
};

/** `/api/auth/…`: sign-up, sign-in, sign-out, claim, another password, and who is signed in. */
export const registerAuthRoutes = (app: FastifyInstance, parts: AuthParts): void => {
  const { accounts, requireRole } = parts;
  registerSignIn(app, parts);
  registerSignUp(app, parts);
  registerSignedInCalls(app, parts);
  app.post('/api/auth/sign-out', requireRole('anyone'), async (request, reply) => {
    addCookies(reply, await accounts.signOut(request.headers.cookie));
    // Only the cache: "storage" would take the visitor's own settings of the same origin (docs/adr/0023).
    reply.header('clear-site-data', '"cache"');
    return reply.header('cache-control', 'no-store').send(await accounts.state(null));
  });
  app.get('/api/auth/session', requireRole('anyone'), async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await accounts.state(request.signedIn?.account ?? null)),
  );
};
