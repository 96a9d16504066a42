import type { Kysely } from 'kysely';
import { type Role, roleSchema } from '#shared/contract/account.ts';
import type { Tables } from '../base/db/tables.ts';
import type { Sessions } from '../http/guard.ts';

/** Maximum age of a session, in use or not. */
export const SESSION_MAX_MS = 12 * 60 * 60 * 1_000;
/** When an account has more sessions, its oldest ones end. */
const SESSIONS_PER_ACCOUNT_MAX = 10;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Selects the open sessions: neither idle for too long nor older than SESSION_MAX_MS. */
export const openSessions = (query: Kysely<Tables>) =>
  query
    .selectFrom('sessions')
    .where('expires_at', '>', iso(Date.now()))
    .where('sessions.created_at', '>', iso(Date.now() - SESSION_MAX_MS));

/** Returns which of the given sessions are still open, with the current role of each one's account. */
export const rolesOfSessions = async (
  query: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Role>> => {
  if (ids.length === 0) return new Map();
  const rows = await openSessions(query)
    .innerJoin('accounts', 'accounts.id', 'sessions.user_id')
    .select(['sessions.id', 'accounts.role'])
    .where('sessions.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, roleSchema.parse(row.role)]));
};

/** Which sessions of an account: one, or all but one (`allBut: null` means all). */
export type WhichSessions = { readonly only: string } | { readonly allBut: string | null };

/** Deletes sessions of an account. Returns the ids of those that existed. */
export const endSessions = async (
  query: Kysely<Tables>,
  accountId: string,
  which: WhichSessions,
): Promise<string[]> => {
  let ending = query.deleteFrom('sessions').where('user_id', '=', accountId);
  if ('only' in which) ending = ending.where('id', '=', which.only);
  else if (which.allBut !== null) ending = ending.where('id', '!=', which.allBut);
  return (await ending.returning('id').execute()).map(({ id }) => id);
};

/**
 * Deletes the ended sessions of all accounts, and the account's oldest ones beyond SESSIONS_PER_ACCOUNT_MAX. Returns the ids of the latter.
 */
export const pruneSessions = async (query: Kysely<Tables>, accountId: string): Promise<string[]> => {
  await query.deleteFrom('sessions').where('id', 'not in', openSessions(query).select('id')).execute();
  const sessions = query.selectFrom('sessions').select('id').where('user_id', '=', accountId);
  const newest = sessions.orderBy('created_at', 'desc').orderBy('id').limit(SESSIONS_PER_ACCOUNT_MAX);
  const ending = query.deleteFrom('sessions').where('user_id', '=', accountId).where('id', 'not in', newest);
  return (await ending.returning('id').execute()).map(({ id }) => id);
};

/** Returns the role of the account that a cookie signs in; null for none. Does not prolong the session. */
export const roleOf = async (
  sessions: Pick<Sessions, 'authenticate'>,
  cookie: string | undefined,
): Promise<Role | null> =>
  (await sessions.authenticate(cookie, { mayRefreshSession: false }))?.account.role ?? null;

export const isAdministering = (role: Role | null): boolean => role === 'owner' || role === 'administrator';
