import type { Kysely } from 'kysely';
import { type OpenSession, type Role, roleSchema } from '#shared/contract/account.ts';
import type { Database } from '../base/db/database.ts';
import type { Tables } from '../base/db/tables.ts';
import type { SignedIn } from '../http/guard.ts';
import type { AccountListeners } from './account-listeners.ts';
import { writeActivity } from './activity/activity-log.ts';

/** Maximum age of a session, in use or not. */
export const SESSION_MAX_MS = 12 * 60 * 60 * 1_000;
/** When an account has more sessions, its oldest ones end. */
const SESSIONS_PER_ACCOUNT_MAX = 10;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Selects the open sessions: neither idle for too long nor older than SESSION_MAX_MS. */
const openSessions = (query: Kysely<Tables>) =>
  query
    .selectFrom('sessions')
    .where('expires_at', '>', iso(Date.now()))
    .where('sessions.created_at', '>', iso(Date.now() - SESSION_MAX_MS));

/** Returns which of the given sessions are still open, with the current role of each one's account. */
const rolesOfSessions = async (
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

/** Returns the ids of an account's sessions, the newest first. */
export const sessionIdsOf = async (query: Kysely<Tables>, accountId: string): Promise<string[]> => {
  const rows = query.selectFrom('sessions').select('id').where('user_id', '=', accountId);
  return (await rows.orderBy('created_at', 'desc').orderBy('id').execute()).map(({ id }) => id);
};

/**
 * Deletes the ended sessions of all accounts, and the account's oldest ones beyond SESSIONS_PER_ACCOUNT_MAX. Returns the ids of the latter.
 */
export const pruneSessions = async (query: Kysely<Tables>, accountId: string): Promise<string[]> => {
  await query.deleteFrom('sessions').where('id', 'not in', openSessions(query).select('id')).execute();
  const oldest = (await sessionIdsOf(query, accountId)).slice(SESSIONS_PER_ACCOUNT_MAX);
  if (oldest.length > 0) await query.deleteFrom('sessions').where('id', 'in', oldest).execute();
  return oldest;
};

/** Creates the functions that list and end the open sessions of accounts and return their roles. */
export const createSessions = ({ query, write }: Database, listeners: AccountListeners) => ({
  openSessionRoles: (ids: readonly string[]) => rolesOfSessions(query, ids),
  currentRole: async ({ sessionId }: SignedIn, trx: Kysely<Tables>): Promise<Role | null> =>
    (await rolesOfSessions(trx, [sessionId])).get(sessionId) ?? null,
  /** Lists the open sessions of an account, most recently seen first. */
  async sessions({ account, sessionId }: SignedIn): Promise<OpenSession[]> {
    const rows = await openSessions(query)
      .select(['id', 'user_agent', 'created_at as signedInAt', 'updated_at as lastSeenAt'])
      .where('user_id', '=', account.id)
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(({ user_agent, ...session }) => ({
      ...session,
      browser: user_agent ?? '',
      current: session.id === sessionId,
    }));
  },
  /** Ends sessions of the signed-in account. Returns whether there were any. */
  async endSessions({ account }: SignedIn, which: WhichSessions): Promise<boolean> {
    const ended = await endSessions(query, account.id, which);
    if (ended.length === 0) return false;
    const line = { actor: account, action: 'sessions_ended' as const, subject: account.name };
    await write((trx) => writeActivity(trx, [line], Date.now()));
    listeners.accessChanged(account.id, ended);
    return true;
  },
});
