import type { Role } from '#shared/contract/account.ts';
import type { Accounts } from './accounts.ts';

/** Returns the role of the account that a cookie signs in; undefined for none. Does not prolong the session. */
export const roleOf = async (
  accounts: Pick<Accounts, 'authenticate'>,
  cookie: string | undefined,
): Promise<Role | undefined> => (await accounts.authenticate(cookie, { refresh: false }))?.account.role;

/** Returns whether a cookie signs in the owner or an administrator. */
export const isSiteAdministrator = async (
  accounts: Pick<Accounts, 'authenticate'>,
  cookie: string | undefined,
): Promise<boolean> => {
  const role = await roleOf(accounts, cookie);
  return role === 'owner' || role === 'administrator';
};
