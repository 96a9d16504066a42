import { createHash } from 'node:crypto';
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/types';
import { recordDatabaseFault } from './library-faults.ts';

/** Hashes a session token for storage, so that somebody who reads the database cannot sign in with it. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const hashTokensIn = (where: Where[]): Where[] =>
  where.map((condition) =>
    condition.field === 'token' && typeof condition.value === 'string'
      ? { ...condition, value: hashToken(condition.value) }
      : condition,
  );

const tokenIn = (where: readonly Where[]): string | undefined => {
  const value = where.find(({ field }) => field === 'token')?.value;
  return typeof value === 'string' ? value : undefined;
};

/** Puts the plain token back into a row, because the library continues with the token it created or looked up. */
const withToken = <T>(row: T, token: string | undefined): T =>
  row === null || token === undefined ? row : { ...row, token };

/** Wraps the database calls of one adapter or transaction. */
const withHashing = (adapter: DBTransactionAdapter): DBTransactionAdapter => ({
  ...adapter,
  async create<T extends object, R = T>(given: Parameters<DBAdapter['create']>[0]): Promise<R> {
    const token: unknown = given.data['token'];
    if (typeof token !== 'string') return recordDatabaseFault(adapter.create<T, R>(given as never));
    const data = { ...given.data, token: hashToken(token) };
    return withToken(await recordDatabaseFault(adapter.create<T, R>({ ...given, data } as never)), token);
  },
  async findOne<T>(given: Parameters<DBAdapter['findOne']>[0]): Promise<T | null> {
    const row = await recordDatabaseFault(adapter.findOne<T>({ ...given, where: hashTokensIn(given.where) }));
    return withToken(row, tokenIn(given.where));
  },
  findMany: <T>(given: Parameters<DBAdapter['findMany']>[0]): Promise<T[]> =>
    recordDatabaseFault(adapter.findMany<T>({ ...given, where: hashTokensIn(given.where ?? []) })),
  async update<T>(given: Parameters<DBAdapter['update']>[0]): Promise<T | null> {
    const row = await recordDatabaseFault(adapter.update<T>({ ...given, where: hashTokensIn(given.where) }));
    return withToken(row, tokenIn(given.where));
  },
  count: (given) => recordDatabaseFault(adapter.count({ ...given, where: hashTokensIn(given.where ?? []) })),
  updateMany: (given) =>
    recordDatabaseFault(adapter.updateMany({ ...given, where: hashTokensIn(given.where) })),
  delete: (given) => recordDatabaseFault(adapter.delete({ ...given, where: hashTokensIn(given.where) })),
  deleteMany: (given) =>
    recordDatabaseFault(adapter.deleteMany({ ...given, where: hashTokensIn(given.where) })),
  consumeOne: (given) =>
    recordDatabaseFault(adapter.consumeOne({ ...given, where: hashTokensIn(given.where) })),
});

/**
 * Wraps the library's database adapter so that session tokens are stored and looked up only as hashes. Also records the
 * database faults of each library call.
 */
export const withHashedTokens = (adapter: DBAdapter): DBAdapter => ({
  ...adapter,
  ...withHashing(adapter),
  transaction: (work) => recordDatabaseFault(adapter.transaction((trx) => work(withHashing(trx)))),
});
