import type { Account, SessionState } from '#shared/contract/account.ts';
import type { Config } from '../base/config/config.ts';
import { createAccountAdministration } from './account-administration.ts';
import { createAccountListeners } from './account-listeners.ts';
import { findAccount, hasOwner } from './account-rows.ts';
import { writeActivity } from './activity/activity-log.ts';
import { createAuthGateway } from './auth-gateway.ts';
import { type LibraryParts, lazyAuthLibrary } from './auth-library.ts';
import { createSessions } from './sessions.ts';
import { createSetupCode } from './setup-code.ts';
import { createSessionActions, type SignInParts } from './sign-in.ts';
import { createSignUp } from './sign-up.ts';
import { readSignUpMode } from './sign-up-mode.ts';

type AccountsParts = LibraryParts &
  Pick<SignInParts, 'config' | 'log' | 'siteTitle'> & { readonly config: Pick<Config, 'setupCode'> };

/**
 * Creates the accounts of the installation over an open database. Expected failures are values with an error code. Every
 * call may throw DatabaseUnavailableError; those that hash or verify a password may also throw HasherBusyError.
 */
export const createAccounts = (parts: AccountsParts) => {
  const { config, database, secret } = parts;
  const { query } = database;
  const listeners = createAccountListeners();
  const gateway = createAuthGateway(lazyAuthLibrary(parts), config);
  const setupCode = createSetupCode(config, database, secret);
  const signInParts = { ...parts, gateway, setupCode, listeners };
  return {
    authenticate: gateway.authenticate,
    ...createSignUp(signInParts),
    ...createSessionActions(signInParts),
    ...createSessions(database, listeners),
    ...createAccountAdministration(signInParts),
    /** Returns what the forms need: the given account, the sign-up mode, and whether the site has an owner. */
    async state(account: Account | null): Promise<SessionState> {
      const [{ mode }, owned] = await Promise.all([readSignUpMode(query, config), hasOwner(query)]);
      return { account, signUp: mode, ownerless: !owned };
    },
    /** Returns whether an account with this id exists. Ids are random and known only to those who could see the account. */
    exists: async (accountId: string): Promise<boolean> =>
      (await findAccount(query, 'id', accountId)) !== null,
    /** Records that sign-in attempts at this address were blocked, if an account has it. */
    async recordBlockedSignIn(email: string): Promise<void> {
      const account = await findAccount(query, 'email', email);
      if (account === null) return;
      const line = { actor: null, action: 'sign_in_blocked' as const, subject: account.name };
      await database.write((trx) => writeActivity(trx, [line], Date.now()));
    },
    /** Issues the setup code, or returns null when there is an owner. Only for the text printed at startup. */
    issueSetupCode: setupCode.issue,
    onChange: listeners.onChange,
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
