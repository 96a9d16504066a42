import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/types';

/** Errors of the database queries during the present call of the accounts library. */
const callFaults = new AsyncLocalStorage<unknown[]>();

const recordFault = <T>(query: Promise<T>): Promise<T> =>
  query.catch((error: unknown) => {
    callFaults.getStore()?.push(error);
    throw error;
  });

/**
 * Runs a call of the accounts library. If a database query of the call fails, rejects with the database's error, because the library would
 * throw another error or, at the end of a session, report success.
 */
export const withDatabaseFaults = <T>(work: () => Promise<T>): Promise<T> => {
  const faults: unknown[] = [];
  return callFaults.run(faults, work).finally(() => {
    if (faults.length > 0) throw faults[0];
  });
};

interface Query {
  readonly where?: readonly Where[];
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * Wraps the accounts library's database adapter, or its form inside a transaction. The wrapper stores and looks up session tokens only as
 * hashes, with which a reader of the database cannot sign in, and it reports the errors of queries to `withDatabaseFaults`.
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
        const { data, where } = query;
        const token = data?.['token'] ?? where?.find(({ field }) => field === 'token')?.value;
        if (typeof token !== 'string') return recordFault(member(query));
        const hash = createHash('sha256').update(token).digest('base64url');
        const hashed = {
          ...query,
          ...(data && { data: { ...data, token: hash } }),
          ...(where && {
            where: where.map((one) => (one.field === 'token' ? { ...one, value: hash } : one)),
          }),
        };
        const row: unknown = await recordFault(member(hashed));
        // The library continues with the token that it created or looked up.
        const isRow = row !== null && typeof row === 'object' && !Array.isArray(row);
        return isRow ? { ...row, token } : row;
      };
    },
  });
