import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/types';

const calls = new AsyncLocalStorage<{ fault: unknown }>();

const recordFault = async <T>(query: Promise<T>): Promise<T> => {
  try {
    return await query;
  } catch (error) {
    const call = calls.getStore();
    if (call !== undefined) call.fault ??= error;
    throw error;
  }
};

/**
 * Runs a call of the accounts library. If one of its database queries failed, rejects with the database's error, because the library would
 * throw another error or, when ending a session, report success.
 */
export const withDatabaseFaults = async <T>(work: () => Promise<T>): Promise<T> => {
  const call = { fault: null as unknown };
  const result = await calls.run(call, work).catch((error: unknown) => {
    throw call.fault ?? error;
  });
  if (call.fault !== null) throw call.fault;
  return result;
};

/** Hashes a session token for storage, so that somebody who reads the database cannot sign in with it. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

interface Query {
  readonly where?: Where[];
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Returns the session token that a query stores or looks up. */
const tokenOf = ({ data, where = [] }: Query): string | undefined => {
  const token = data?.['token'] ?? where.find(({ field }) => field === 'token')?.value;
  return typeof token === 'string' ? token : undefined;
};

const hashTokenIn = (query: Query, token: string): Query => ({
  ...query,
  ...(query.data && { data: { ...query.data, token: hashToken(token) } }),
  ...(query.where && {
    where: query.where.map((one) => (one.field === 'token' ? { ...one, value: hashToken(token) } : one)),
  }),
});

/**
 * Wraps the accounts library's database adapter, or its form inside a transaction, so that session tokens are stored and looked up only as
 * hashes, and so that `withDatabaseFaults` sees the errors of its queries.
 */
export const withHashedTokens = <Adapter extends DBTransactionAdapter | DBAdapter>(
  adapter: Adapter,
): Adapter =>
  new Proxy(adapter, {
    get(target, name) {
      if (name === 'transaction' && 'transaction' in target)
        return (work: Parameters<DBAdapter['transaction']>[0]) =>
          recordFault(target.transaction((trx) => work(withHashedTokens(trx))));
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (query: Query) => {
        const token = tokenOf(query);
        const row = await recordFault(member(token === undefined ? query : hashTokenIn(query, token)));
        // The library continues with the token that it created or looked up.
        const isRow = row !== null && typeof row === 'object' && !Array.isArray(row);
        return token !== undefined && isRow ? { ...row, token } : row;
      };
    },
  });
