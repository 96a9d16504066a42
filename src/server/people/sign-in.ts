import * as z from 'zod/mini';
import { type SignIn, sessionStateSchema, signInSchema } from '#shared/contract/account.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { currentReference } from '../base/observability/request-reference.ts';
import { addCookies } from '../http/cookies.ts';
import { sendProblem } from '../http/problem.ts';
import { type HttpServer, routeOf } from '../http/route-schema.ts';
import { findAccount } from './account-rows.ts';
import type { BrowserHeaders, OpenedSession } from './accounts.ts';
import { type ActivityLine, writeActivity } from './activity/activity-log.ts';
import { accountLabel } from './activity/activity-log-lines.ts';
import { type PeopleParts, sendDelayedProblem, sendSignedIn, sessionStateOf } from './auth-responses.ts';
import { HasherBusyError, withHashes } from './password-hasher.ts';
import { endSessions, isAdministering, pruneSessions } from './sessions.ts';

/**
 * Completes a sign-in: ends the session that the browser had before, stores the time of the sign-in, writes `action`, if given, to the
 * activity log, and deletes ended and excess sessions. Does nothing if no session was opened.
 */
export const completeSignIn = async (
  { accounts, database }: PeopleParts,
  { session }: OpenedSession,
  { cookie }: BrowserHeaders,
  action?: ActivityLine['action'],
): Promise<void> => {
  if (session === null) return;
  const { account: actor } = session;
  const previous = await accounts.authenticate(cookie, { mayRefreshSession: false });
  if (previous !== null)
    await endSessions(database.query, previous.account.id, { sessionId: previous.sessionId });
  const ended = await database.write(async (trx) => {
    const last_sign_in_at = new Date().toISOString();
    await trx.updateTable('accounts').set({ last_sign_in_at }).where('id', '=', actor.id).execute();
    if (action !== undefined) await writeActivity(trx, [{ actor, action, subject: actor.name }], Date.now());
    return pruneSessions(trx, actor.id);
  });
  if (ended.length > 0) accounts.announce({ accountIds: [actor.id], sessionIds: ended });
};

/**
 * Checks a password and opens a session, or returns the error code. Takes equally long for an unknown account. `isKnown`: whether the account
 * has used this browser before.
 */
export const signIn = async (
  { accounts, database }: Pick<PeopleParts, 'accounts' | 'database'>,
  body: SignIn,
  browser: BrowserHeaders,
  isKnown: boolean,
): Promise<OpenedSession | ErrorCode> => {
  // Queried before the password is checked, even when the result is not needed: the responses differ, but their
  // timing must not.
  const account = await findAccount(database.query, 'email', body.email);
  // Reserved slots are only for known browsers of the owner and administrators: anybody may sign up and get a
  // known-browser token for a waiting account.
  const opened = await withHashes(isKnown && isAdministering(account?.role ?? null), () =>
    accounts.callLibrary(browser, (api, given) => api.signInEmail({ body, ...given })),
  );
  return opened === 'password_wrong' && account === null ? 'account_not_found' : opened;
};

/** Registers sign-in, sign-out and the session state. */
export const registerSignIn = (app: HttpServer, parts: PeopleParts): void => {
  const { accounts, config, database, limits, log } = parts;
  const anyone = parts.requireRole('anyone');

  /**
   * Returns the error code to send for a failed sign-in. Only a limited number of answers, for the network of the IP address `address` and
   * for all networks together, disclose that an account does not exist; after that, an unknown account and a wrong password both get
   * `attempts_exceeded`. With AUTH_DETAIL=uniform both get `password_wrong`. No limit applies to a known browser.
   */
  const codeForAnswer = async (code: ErrorCode, address: string, isKnown: boolean): Promise<ErrorCode> => {
    if (code !== 'account_not_found' && code !== 'password_wrong') return code;
    if (config.authDetail === 'uniform') return 'password_wrong';
    if (isKnown) return code;
    const { kind } = await limits.exactAnswersLeft(address);
    const isExact = kind === 'some' && (code === 'password_wrong' || (await limits.exactAnswer(address)).ok);
    return isExact ? code : 'attempts_exceeded';
  };

  /** Writes to the activity log that sign-in attempts were blocked, if an account has this e-mail address. */
  const recordBlockedSignIn = async (email: string): Promise<void> => {
    const account = await findAccount(database.query, 'email', email);
    if (account === null) return;
    const line = { actor: null, action: 'sign_in_blocked' as const, subject: account.name };
    await database.write((trx) => writeActivity(trx, [line], Date.now()));
  };

  app.post(
    '/api/auth/sign-in',
    routeOf(anyone, 'Signs in', {
      body: signInSchema,
      response: { 200: sessionStateSchema },
      errors: ['email_invalid', 'account_not_found', 'password_wrong', 'attempts_exceeded'],
    }),
    async (request, reply) => {
      const startedAt = performance.now();
      const { body, headers, ip } = request;
      const knownBrowser = accounts.knownBrowsers.idOf(request, body.email);
      const attempt = await limits.signIn({ email: body.email, address: ip, knownBrowser });
      if (!attempt.ok) {
        if (await limits.mayRecordBlockedSignIn(body.email)) await recordBlockedSignIn(body.email);
        return sendProblem(reply, 'attempts_exceeded', attempt);
      }
      const isKnown = knownBrowser !== null;
      const opened = await signIn(parts, body, headers, isKnown).catch(async (error: unknown) => {
        // A person must not lose the first try to a flood that fills the queue of password hashes.
        if (error instanceof HasherBusyError) await attempt.cancel();
        throw error;
      });
      if (typeof opened === 'string')
        return sendDelayedProblem(reply, startedAt, await codeForAnswer(opened, ip, isKnown));
      await completeSignIn(parts, opened, headers, 'signed_in');
      await attempt.recordSuccess();
      return sendSignedIn(reply, parts, opened);
    },
  );
  app.post(
    '/api/auth/sign-out',
    routeOf(anyone, 'Signs out', { response: { 200: sessionStateSchema } }),
    async ({ headers: { cookie }, caller }, reply) => {
      if (cookie !== undefined) addCookies(reply, await accounts.endSession(cookie));
      if (caller !== null) {
        const { account, sessionId } = caller;
        accounts.announce({ accountIds: [account.id], sessionIds: [sessionId] });
        log.info({ reference: currentReference(), account: accountLabel(account) }, 'signed out');
      }
      // Clears only the cache: "storage" would delete the visitor's own settings of the same origin (docs/adr/0012).
      reply.header('clear-site-data', '"cache"');
      return reply.send(await sessionStateOf(parts, null));
    },
  );
  app.get(
    '/api/auth/session',
    routeOf(anyone, 'Returns the signed-in account', {
      querystring: z.object({ account: z.optional(z.string().check(z.maxLength(100))) }),
      response: { 200: sessionStateSchema },
      errors: ['body_invalid'],
    }),
    async ({ query: { account: asked }, caller }, reply) => {
      const state = await sessionStateOf(parts, caller?.account ?? null);
      // Ids are random and known only to those who could see the account.
      const isRemoved =
        caller === null && asked !== undefined && (await findAccount(database.query, 'id', asked)) === null;
      const answer = isRemoved ? { ...state, accountRemoved: true as const } : state;
      return reply.send(answer);
    },
  );
};
