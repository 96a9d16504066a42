import type { Kysely } from 'kysely';
import { type Account, type OpenSession, roleSchema } from '#shared/contract/account.ts';
import type { Tables } from '../base/db/tables.ts';

/** Maximum age of a session, in use or not. */
export const SESSION_MAX_MS = 12 * 60 * 60 * 1_000;
/** When an account has more sessions, its oldest ones end. */
const SESSIONS_PER_ACCOUNT_MAX = 10;

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Selects the open sessions: neither idle for too long nor older than SESSION_MAX_MS. `now` is in milliseconds since
 * 1970.
 */
const openSessions = (query: Kysely<Tables>, now: number) =>
  query
    .selectFrom('sessions')
    .where('expires_at', '>', iso(now))
    .where('sessions.created_at', '>', iso(now - SESSION_MAX_MS));

/**
 * Lists the open sessions of an account, most recently seen first. Marks the session `currentId` as the current one.
 */
export const listSessions = async (
  query: Kysely<Tables>,
  accountId: string,
  currentId: string,
): Promise<OpenSession[]> => {
  const rows = await openSessions(query, Date.now())
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    browser: row.user_agent ?? '',
    signedInAt: row.created_at,
    lastSeenAt: row.updated_at,
    current: row.id === currentId,
  }));
};

/** Returns which of the given sessions are still open, with the current role of each one's account. */
export const rolesOfSessions = async (
  query: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, Account['role']>> => {
  if (ids.length === 0) return new Map();
  const rows = await openSessions(query, Date.now())
    .innerJoin('accounts', 'accounts.id', 'sessions.user_id')
    .select(['sessions.id', 'accounts.role'])
    .where('sessions.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, roleSchema.parse(row.role)]));
};

/**
 * Deletes all ended sessions, and the account's oldest ones beyond SESSIONS_PER_ACCOUNT_MAX. Returns the ids of the
 * latter.
 */
export const pruneSessions = async (query: Kysely<Tables>, accountId: string): Promise<string[]> => {
  const now = Date.now();
  await query
    .deleteFrom('sessions')
    .where((row) =>
      row.or([row('expires_at', '<=', iso(now)), row('created_at', '<=', iso(now - SESSION_MAX_MS))]),
    )
    .execute();
  const oldest = await query
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(SESSIONS_PER_ACCOUNT_MAX)
    .limit(1_000)
    .execute();
  const ids = oldest.map(({ id }) => id);
  if (ids.length > 0) await query.deleteFrom('sessions').where('id', 'in', ids).execute();
  return ids;
};

/** Ends one session of an account, or all but one (`allBut: null` ends all). Returns the ids of those that existed. */
export const endSessions = async (
  query: Kysely<Tables>,
  accountId: string,
  which: { readonly only: string } | { readonly allBut: string | null },
): Promise<string[]> => {
  let ending = query.deleteFrom('sessions').where('user_id', '=', accountId);
  if ('only' in which) ending = ending.where('id', '=', which.only);
  else if (which.allBut !== null) ending = ending.where('id', '!=', which.allBut);
  return (await ending.returning('id').execute()).map(({ id }) => id);
};
