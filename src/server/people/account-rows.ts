import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Account, type ListedAccount, type Role, roleSchema } from '#shared/contract/account.ts';
import type { Tables } from '../base/db/tables.ts';

/** Returns the account with this id, e-mail address (in lower case) or role, or null when there is none. */
export const findAccount = async (
  query: Kysely<Tables>,
  by: 'id' | 'email' | 'role',
  value: string,
): Promise<Account | null> => {
  const row = await query
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'role'])
    .where(by, '=', value)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, role: roleSchema.parse(row.role) };
};

export const hasOwner = async (query: Kysely<Tables>): Promise<boolean> =>
  (await findAccount(query, 'role', 'owner')) !== null;

/**
 * Lists all accounts: the owner first, then administrators, then waiting accounts. Within a role the oldest comes
 * first, so that a new account moves no button of another.
 */
export const listAccounts = async (query: Kysely<Tables>): Promise<ListedAccount[]> => {
  const rows = await query
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'role', 'created_at as createdAt', 'last_sign_in_at as lastSignInAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const accounts = rows.map((row) => ({ ...row, role: roleSchema.parse(row.role) }));
  const { options: roles } = roleSchema;
  return accounts.sort((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role));
};

/** Account to insert, with its e-mail address in lower case and the hash of its password as a PHC string. */
export type NewAccount = Pick<Account, 'name' | 'email' | 'role'> & { readonly hash: string };

/**
 * Inserts an account with its password and returns its id. The library's own sign-up would hash inside its transaction,
 * which would block every other write.
 */
export const insertAccount = async (
  query: Kysely<Tables>,
  { hash, ...account }: NewAccount,
): Promise<string> => {
  const [id, at] = [randomUUID(), new Date().toISOString()];
  const times = { created_at: at, updated_at: at };
  await query
    .insertInto('accounts')
    .values({ id, ...account, email_verified: 0, ...times })
    .execute();
  const credential = { id: randomUUID(), account_id: id, user_id: id, provider_id: 'credential' };
  await query
    .insertInto('credentials')
    .values({ ...credential, password: hash, ...times })
    .execute();
  return id;
};

/** Stores the role of an account. The database rejects a second owner. */
export const setRole = async (query: Kysely<Tables>, id: string, role: Role): Promise<void> => {
  const updated_at = new Date().toISOString();
  await query.updateTable('accounts').set({ role, updated_at }).where('id', '=', id).execute();
};

/** Returns the stored hash of an account's password, or an empty text when it has none. */
export const passwordHashOf = async (query: Kysely<Tables>, id: string): Promise<string> => {
  const row = await query
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return row?.password ?? '';
};

export const setPasswordHash = async (query: Kysely<Tables>, id: string, hash: string): Promise<void> => {
  await query
    .updateTable('credentials')
    .set({ password: hash, updated_at: new Date().toISOString() })
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .execute();
};
