import type { Kysely } from 'kysely';
import { type Account, type OpenSession, roleSchema } from '#shared/contract/account.ts';
import { SESSION_MAX_MS, SESSIONS_PER_ACCOUNT_MAX } from '#shared/limits.ts';
import type { Tables } from '../db/tables.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

/** Sessions that have not ended: neither idle for too long nor older than any may get. `now` is in milliseconds. */
const openSessions = (query: Kysely<Tables>, now: number) =>
  query
    .selectFrom('sessions')
    .where('expires_at', '>', iso(now))
    .where('sessions.created_at', '>', iso(now - SESSION_MAX_MS));

/** The open sessions of an account, the one last seen first. */
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

/** Those of the given sessions that are still open, with the present role of their account. */
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

/** Makes room after a sign-in: the account's oldest sessions beyond the most it may have, and anybody's that have ended. */
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

/** Ends sessions of an account: those given, or all but one. Gives the ids of those that were there. */
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
