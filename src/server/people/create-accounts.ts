import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import { createAccountAdministration } from './account-administration.ts';
import { type AccountListeners, createAccountListeners } from './account-listeners.ts';
import { findAccount, listAccounts, passwordHashOf } from './account-rows.ts';
import type { Accounts } from './accounts.ts';
import { writeActivity } from './activity/activity-log.ts';
import { createAuthGateway } from './auth-gateway.ts';
import { lazyAuthLibrary } from './auth-library.ts';
import { createAuthentication } from './authentication.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';
import { endSessions, listSessions, rolesOfSessions } from './sessions.ts';
import { createSetupCode, hasOwner } from './setup-code.ts';
import { readSignUpMode } from './sign-up-mode.ts';

export interface AccountsParts {
  readonly config: Pick<Config, 'publicUrl' | 'setupCode' | 'signUp' | 'signUpGiven'>;
  readonly log: Logger;
  readonly database: Database;
  /** Master secret; the keys of cookies and of the setup code are derived from it. */
  readonly secret: string;
  /** Returns the current site title, which a password must not contain. */
  readonly siteTitle: () => string;
  /** Replaces the hasher in tests that count hashes or need outdated ones. */
  readonly hasher?: PasswordHasher | undefined;
}

const createSessionCalls = (
  { query, write }: Database,
  listeners: AccountListeners,
): Pick<Accounts, 'sessions' | 'endSession' | 'endOtherSessions' | 'openSessionRoles' | 'currentRole'> => {
  const notifySessionsEnded = async (
    { account }: { account: { id: string; name: string } },
    ids: string[],
  ) => {
    const lines = [{ actor: account, action: 'sessions_ended' as const, subject: account.name }];
    await write((trx) => writeActivity(trx, lines, Date.now()));
    listeners.accessChanged(account.id, ids);
  };
  return {
    sessions: ({ account, sessionId }) => listSessions(query, account.id, sessionId),
    async endSession(signedIn, id) {
      const ended = await endSessions(query, signedIn.account.id, { only: id });
      if (ended.length === 0) return { ok: false, code: 'session_unknown' };
      await notifySessionsEnded(signedIn, ended);
      return { ok: true };
    },
    async endOtherSessions(signedIn) {
      const ended = await endSessions(query, signedIn.account.id, { allBut: signedIn.sessionId });
      if (ended.length > 0) await notifySessionsEnded(signedIn, ended);
    },
    openSessionRoles: (ids) => rolesOfSessions(query, ids),
    currentRole: async ({ sessionId }, trx) =>
      (await rolesOfSessions(trx, [sessionId])).get(sessionId) ?? null,
  };
};

/** Creates the account service over an open database. The accounts library is loaded when it is first needed. */
export const createAccounts = (parts: AccountsParts): Accounts => {
  const { config, database, secret } = parts;
  const { query } = database;
  const hasher = parts.hasher ?? createPasswordHasher();
  const setupCode = createSetupCode(config, database, secret);
  const gateway = createAuthGateway(lazyAuthLibrary({ ...parts, hasher }), config);
  const listeners = createAccountListeners();
  const isPassword: Accounts['isPassword'] = async (accountId, password) =>
    hasher.verify((await passwordHashOf(query, accountId)) ?? '', password);
  return {
    authenticate: gateway.authenticate,
    async state(account) {
      const [{ mode }, owned] = await Promise.all([readSignUpMode(query, config), hasOwner(query)]);
      return { account, signUp: mode, ownerless: !owned };
    },
    exists: async (accountId) => (await findAccount(query, accountId)) !== null,
    ...createAuthentication({ ...parts, gateway, hasher, setupCode, listeners }),
    ...createSessionCalls(database, listeners),
    ...createAccountAdministration({ config, database, listeners, isPassword }),
    async list() {
      const [accounts, signUp] = await Promise.all([listAccounts(query), readSignUpMode(query, config)]);
      return { accounts, signUp };
    },
    async recordBlockedSignIn(email) {
      const row = await query
        .selectFrom('accounts')
        .select('name')
        .where('email', '=', email)
        .executeTakeFirst();
      if (row === undefined) return;
      const line = { actor: null, action: 'sign_in_blocked' as const, subject: row.name };
      await database.write((trx) => writeActivity(trx, [line], Date.now()));
    },
    isPassword,
    issueSetupCode: () => setupCode.issue(),
    onChange: listeners.onChange,
  };
};
