import type { FastifyRequest } from 'fastify';
import type { PasswordChange, SignIn } from '#shared/contract/account.ts';
import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import { currentReference } from '../base/observability/request-reference.ts';
import type { SignedIn } from '../http/guard.ts';
import type { AccountListeners } from './account-listeners.ts';
import { findAccount, hasOwner, passwordHashOf, setPasswordHash, setRole } from './account-rows.ts';
import { type ActivityLine, writeActivity } from './activity/activity-log.ts';
import { accountLabel } from './activity/activity-log-lines.ts';
import { type AuthGateway, type Browser, refused, type SessionResult } from './auth-gateway.ts';
import type { PluginPath } from './auth-library.ts';
import { type PasswordHasher, withReservedHashes } from './password-hasher.ts';
import { isAdministering } from './roles.ts';
import { endSessions, pruneSessions, sessionIdsOf } from './sessions.ts';
import type { SetupCode } from './setup-code.ts';
import { isWeakPassword } from './weak-password.ts';

export interface SignInParts {
  readonly config: Pick<Config, 'signUp' | 'signUpGiven'>;
  readonly log: Logger;
  readonly database: Database;
  readonly gateway: AuthGateway;
  readonly hasher: PasswordHasher;
  readonly setupCode: SetupCode;
  readonly listeners: AccountListeners;
  /** Returns the current site title, which a password must not contain. */
  readonly siteTitle: () => string;
}

/** Runs work whose hashes take the slots open to everybody. */
const withOpenHashes = <T>(work: () => Promise<T>): Promise<T> => work();

/** Returns an activity entry in which an account acts on itself. */
const ownLine = ({ account }: SignedIn, action: ActivityLine['action']): ActivityLine => ({
  actor: account,
  action,
  subject: account.name,
});

/**
 * Completes a sign-in, after its session was created: ends the session that the browser had before, stores the time of the sign-in, writes
 * the activity entries, and deletes ended and excess sessions.
 */
export const completeSignIn = async (
  { database, gateway, listeners }: SignInParts,
  { account: { id } }: SignedIn,
  { cookie }: Pick<Browser, 'cookie'>,
  lines: readonly ActivityLine[],
): Promise<void> => {
  const previous = await gateway.authenticate(cookie, { refresh: false });
  if (previous !== null) await endSessions(database.query, previous.account.id, { only: previous.sessionId });
  const ended = await database.write(async (trx) => {
    const last_sign_in_at = new Date().toISOString();
    await trx.updateTable('accounts').set({ last_sign_in_at }).where('id', '=', id).execute();
    await writeActivity(trx, lines, Date.now());
    return pruneSessions(trx, id);
  });
  if (ended.length > 0) listeners.accessChanged(id, ended);
};

/** Creates sign-in, sign-out, ownership claim, password change and the calls of the library's plugins. */
export const createSessionActions = (parts: SignInParts) => {
  const { log, database, gateway, hasher, setupCode, listeners, siteTitle } = parts;
  const { query } = database;
  const complete = (signedIn: SignedIn, browser: Browser, action: ActivityLine['action']): Promise<void> =>
    completeSignIn(parts, signedIn, browser, [ownLine(signedIn, action)]);

  /** Hashes the password at the present cost when the stored hash is outdated. Only a sign-in knows the password. */
  const rehashPassword = async (accountId: string, password: string): Promise<void> => {
    if (hasher.isOutdated(await passwordHashOf(query, accountId)))
      await setPasswordHash(query, accountId, await hasher.hash(password));
  };

  return {
    async signIn(given: SignIn, browser: Browser): Promise<SessionResult> {
      // Queried before the password is checked, even when the result is not needed: the responses differ, but their
      // timing must not.
      const account = await findAccount(query, 'email', given.email);
      // Reserved slots are only for known browsers of the owner and administrators: anybody may sign up and get a
      // known-browser token for a waiting account.
      const isReserved = browser.isKnown === true && isAdministering(account?.role ?? null);
      const withHashes = isReserved ? withReservedHashes : withOpenHashes;
      const opened = await withHashes(() => gateway.signIn(given, browser));
      if (!opened.ok)
        return opened.code === 'password_wrong' && account === null ? refused('account_not_found') : opened;
      if (account !== null) await withHashes(() => rehashPassword(account.id, given.password));
      if (opened.signedIn !== null) await complete(opened.signedIn, browser, 'signed_in');
      return opened;
    },

    /** Ends the session of a cookie and returns the `Set-Cookie` values that delete the cookie. */
    async signOut(cookie: string | undefined): Promise<readonly string[]> {
      const signedIn = await gateway.authenticate(cookie);
      const cookies = cookie === undefined ? [] : await gateway.signOut(cookie);
      if (signedIn !== null) {
        listeners.accessChanged(signedIn.account.id, [signedIn.sessionId]);
        const account = accountLabel(signedIn.account);
        log.info({ reference: currentReference(), account }, 'signed out');
      }
      return cookies;
    },

    /** Makes the signed-in account the owner in exchange for the setup code. */
    async claim(signedIn: SignedIn, givenCode: string, browser: Browser): Promise<SessionResult> {
      const code = await setupCode.verify(givenCode);
      if (code !== null) return refused(code);
      const { id, role } = signedIn.account;
      const claimed = await database.write(async (trx) => {
        if (await hasOwner(trx)) return false;
        await setRole(trx, id, 'owner');
        await setupCode.revoke(trx);
        const line = { ...ownLine(signedIn, 'owner_claimed'), before: role, after: 'owner' };
        await writeActivity(trx, [line], Date.now());
        return true;
      });
      if (!claimed) return refused('owner_exists');
      const opened = await gateway.openSession(id, browser);
      await endSessions(query, id, { only: signedIn.sessionId });
      listeners.accessChanged(id);
      return opened;
    },

    /** Changes the password, ends all sessions of the account and opens a new one for this browser. */
    async changePassword({ account }: SignedIn, given: PasswordChange, browser: Browser) {
      if (await isWeakPassword(given.next, { email: account.email, siteTitle: siteTitle() }))
        return refused('password_weak');
      const before = await sessionIdsOf(query, account.id);
      const withHashes = isAdministering(account.role) ? withReservedHashes : withOpenHashes;
      const opened = await withHashes(() => gateway.changePassword(given, browser));
      if (!opened.ok) return opened;
      if (opened.signedIn !== null) await complete(opened.signedIn, browser, 'password_changed');
      listeners.accessChanged(account.id, before);
      return opened;
    },

    /** Calls an endpoint of a plugin. A session that it opens for somebody who had none is a sign-in like any other. */
    async callPlugin(request: FastifyRequest, plugin: PluginPath, browser: Browser) {
      const called = await gateway.callPlugin(request, plugin, browser);
      if (!called.ok || called.signedIn === null) return called;
      const { signedIn: caller } = request;
      if (caller === null) await complete(called.signedIn, browser, 'signed_in');
      else listeners.accessChanged(caller.account.id, [caller.sessionId]);
      return called;
    },
  };
};
