import { createHash } from 'node:crypto';
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/types';
import { recordDatabaseFault } from './library-faults.ts';

/** What the database keeps of a session's token: who reads the database cannot sign in with it. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const hashed = (where: Where[]): Where[] =>
  where.map((condition) =>
    condition.field === 'token' && typeof condition.value === 'string'
      ? { ...condition, value: hashToken(condition.value) }
      : condition,
  );

const tokenIn = (where: readonly Where[]): string | undefined => {
  const value = where.find(({ field }) => field === 'token')?.value;
  return typeof value === 'string' ? value : undefined;
};

/** The library goes on with the token it asked for, as if that had been stored. */
const withToken = <T>(row: T, token: string | undefined): T =>
  row === null || token === undefined ? row : { ...row, token };

const withHashing = (adapter: DBTransactionAdapter): DBTransactionAdapter => ({
  ...adapter,
  async create<T extends object, R = T>(given: Parameters<DBAdapter['create']>[0]): Promise<R> {
    const token: unknown = given.data['token'];
    if (typeof token !== 'string') return recordDatabaseFault(adapter.create<T, R>(given as never));
    const data = { ...given.data, token: hashToken(token) };
    return withToken(await recordDatabaseFault(adapter.create<T, R>({ ...given, data } as never)), token);
  },
  async findOne<T>(given: Parameters<DBAdapter['findOne']>[0]): Promise<T | null> {
    const row = await recordDatabaseFault(adapter.findOne<T>({ ...given, where: hashed(given.where) }));
    return withToken(row, tokenIn(given.where));
  },
  findMany: <T>(given: Parameters<DBAdapter['findMany']>[0]): Promise<T[]> =>
    recordDatabaseFault(adapter.findMany<T>({ ...given, where: hashed(given.where ?? []) })),
  async update<T>(given: Parameters<DBAdapter['update']>[0]): Promise<T | null> {
    const row = await recordDatabaseFault(adapter.update<T>({ ...given, where: hashed(given.where) }));
    return withToken(row, tokenIn(given.where));
  },
  count: (given) => recordDatabaseFault(adapter.count({ ...given, where: hashed(given.where ?? []) })),
  updateMany: (given) => recordDatabaseFault(adapter.updateMany({ ...given, where: hashed(given.where) })),
  delete: (given) => recordDatabaseFault(adapter.delete({ ...given, where: hashed(given.where) })),
  deleteMany: (given) => recordDatabaseFault(adapter.deleteMany({ ...given, where: hashed(given.where) })),
  consumeOne: (given) => recordDatabaseFault(adapter.consumeOne({ ...given, where: hashed(given.where) })),
});

/** Puts itself between the accounts library and its store: a session's token reaches the store only as a hash. */
export const withHashedTokens = (adapter: DBAdapter): DBAdapter => ({
  ...adapter,
  ...withHashing(adapter),
  transaction: (work) => recordDatabaseFault(adapter.transaction((trx) => work(withHashing(trx)))),
});
