import type { Role } from '#shared/contract/account.ts';
import type { Sessions } from '../http/guard.ts';

/** Returns the role of the account that a cookie signs in; null for none. Does not prolong the session. */
export const roleOf = async (
  accounts: Pick<Sessions, 'authenticate'>,
  cookie: string | undefined,
): Promise<Role | null> => (await accounts.authenticate(cookie, { refresh: false }))?.account.role ?? null;

export const isAdministering = (role: Role | null): boolean => role === 'owner' || role === 'administrator';
