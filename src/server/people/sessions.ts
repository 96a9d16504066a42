import type { Kysely } from 'kysely';
import { type Role, roleSchema } from '#shared/contract/account.ts';
import type { Tables } from '../base/db/tables.ts';
import type { Sessions } from '../http/guard.ts';

/** Maximum age of a session, whether or not it is in use. */
export const SESSION_MAX_MS = 12 * 60 * 60 * 1_000;
/** Maximum number of sessions of an account; `pruneSessions` ends the oldest beyond it. */
const SESSIONS_PER_ACCOUNT_MAX = 10;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns a query for the open sessions, which are neither idle for too long nor older than SESSION_MAX_MS. */
export const selectOpenSessions = (query: Kysely<Tables>) =>
  query
    .selectFrom('sessions')
    .where('expires_at', '>', iso(Date.now()))
    .where('sessions.created_at', '>', iso(Date.now() - SESSION_MAX_MS));

/** Returns the current role of the account by session, for those of the given sessions that are still open. */
export const rolesOfSessions = async (
  query: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Role>> => {
  if (ids.length === 0) return new Map();
  const rows = await selectOpenSessions(query)
    .innerJoin('accounts', 'accounts.id', 'sessions.user_id')
    .select(['sessions.id', 'accounts.role'])
    .where('sessions.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, roleSchema.parse(row.role)]));
};

/** Sessions of an account: one session, or all sessions except `keptSessionId` (null: all sessions). */
export type SessionSelection = { readonly sessionId: string } | { readonly keptSessionId: string | null };

/** Deletes the selected sessions of an account. Returns the ids of the deleted sessions. */
export const endSessions = async (
  query: Kysely<Tables>,
  accountId: string,
  selection: SessionSelection,
): Promise<string[]> => {
  let ending = query.deleteFrom('sessions').where('user_id', '=', accountId);
  if ('sessionId' in selection) ending = ending.where('id', '=', selection.sessionId);
  else if (selection.keptSessionId !== null) ending = ending.where('id', '!=', selection.keptSessionId);
  return (await ending.returning('id').execute()).map(({ id }) => id);
};

/**
 * Deletes the ended sessions of all accounts, and the oldest open sessions of one account beyond SESSIONS_PER_ACCOUNT_MAX. Returns the ids of
 * the deleted open sessions.
 */
export const pruneSessions = async (query: Kysely<Tables>, accountId: string): Promise<string[]> => {
  await query.deleteFrom('sessions').where('id', 'not in', selectOpenSessions(query).select('id')).execute();
  const sessions = query.selectFrom('sessions').select('id').where('user_id', '=', accountId);
  const newest = sessions.orderBy('created_at', 'desc').orderBy('id').limit(SESSIONS_PER_ACCOUNT_MAX);
  const ending = query.deleteFrom('sessions').where('user_id', '=', accountId).where('id', 'not in', newest);
  return (await ending.returning('id').execute()).map(({ id }) => id);
};

/** Returns the role of the account whose session is in the `cookie` header; null if there is no session. Does not extend the session. */
export const roleOf = async (
  sessions: Pick<Sessions, 'authenticate'>,
  cookie: string | undefined,
): Promise<Role | null> =>
  (await sessions.authenticate(cookie, { mayRefreshSession: false }))?.account.role ?? null;

export const isAdministering = (role: Role | null): boolean => role === 'owner' || role === 'administrator';
