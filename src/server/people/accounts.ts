import type { Kysely } from 'kysely';
import type { Config } from '../base/config/config.ts';
import type { Tables } from '../base/db/tables.ts';
import type { SignedIn } from '../http/guard.ts';
import { createAuthGateway } from './auth-gateway.ts';
import type { LibraryParts } from './auth-library.ts';
import { createKnownBrowsers } from './known-browser.ts';
import { rolesOfSessions } from './sessions.ts';
import { createSetupCode } from './setup-code.ts';

/**
 * Change that listeners are notified of: the role of these accounts or their sessions changed, all of them or only those with the given
 * ids. Without accounts, another part of the account list changed.
 */
export interface AccountsChange {
  readonly accountIds: readonly string[];
  readonly sessionIds?: readonly string[];
}

/**
 * Creates what signs accounts in and reads their sessions, over an open database. Every call may throw DatabaseUnavailableError; those that
 * hash or verify a password may also throw HasherBusyError.
 */
export const createAccounts = (parts: LibraryParts & { readonly config: Pick<Config, 'setupCode'> }) => {
  const { config, database, secret } = parts;
  const listeners: ((change: AccountsChange) => void)[] = [];
  return {
    ...createAuthGateway(parts),
    ...createSetupCode(config, database, secret),
    knownBrowsers: createKnownBrowsers(secret, config),
    openSessionRoles: (ids: readonly string[]) => rolesOfSessions(database.query, ids),
    currentRole: async ({ sessionId }: SignedIn, query: Kysely<Tables>) =>
      (await rolesOfSessions(query, [sessionId])).get(sessionId) ?? null,
    announce: (change: AccountsChange): void => {
      for (const listener of listeners) listener(change);
    },
    onChange: (listener: (change: AccountsChange) => void): void => {
      listeners.push(listener);
    },
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
