import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Account, type AccountList, roleSchema } from '#shared/contract/account.ts';
import type { Tables } from '../base/db/tables.ts';

/** Returns the account with this id, or null when there is none. */
export const findAccount = async (query: Kysely<Tables>, id: string): Promise<Account | null> => {
  const row = await query
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'role'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, role: roleSchema.parse(row.role) };
};

/** Returns the role of the account with this e-mail address (in lower case), or null when there is none. */
export const roleOfEmail = async (query: Kysely<Tables>, email: string): Promise<Account['role'] | null> => {
  const row = await query.selectFrom('accounts').select('role').where('email', '=', email).executeTakeFirst();
  return row === undefined ? null : roleSchema.parse(row.role);
};

/**
 * Lists all accounts: the owner first, then administrators, then waiting accounts. Within a role the oldest comes
 * first, so that a new account moves no button of another. */
export const listAccounts = async (query: Kysely<Tables>): Promise<AccountList['accounts']> => {
  const rows = await query
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'role', 'created_at', 'last_sign_in_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const accounts = rows.map(({ id, name, email, role, created_at, last_sign_in_at }) => ({
    id,
    name,
    email,
    role: roleSchema.parse(role),
    createdAt: created_at,
    lastSignInAt: last_sign_in_at,
  }));
  const rank = { owner: 0, administrator: 1, waiting: 2 } as const;
  return accounts.sort((one, other) => rank[one.role] - rank[other.role]);
};

/** Fields of an account to insert. */
export interface NewAccount {
  readonly name: string;
  /** E-mail address, in lower case. */
  readonly email: string;
  readonly role: Account['role'];
  /** Hash of the password, as a PHC string. */
  readonly hash: string;
}

/**
 * Inserts an account with its password and returns its id. The database rejects a second account with the same e-mail
 * address.
 */
export const insertAccount = async (
  query: Kysely<Tables>,
  { name, email, role, hash }: NewAccount,
): Promise<string> => {
  const id = randomUUID();
  const at = new Date().toISOString();
  const times = { created_at: at, updated_at: at };
  await query
    .insertInto('accounts')
    .values({ id, name, email, email_verified: 0, role, ...times })
    .execute();
  await query
    .insertInto('credentials')
    .values({
      id: randomUUID(),
      account_id: id,
      provider_id: 'credential',
      user_id: id,
      password: hash,
      ...times,
    })
    .execute();
  return id;
};

/** Stores the role of an account. The database rejects a second owner. */
export const setRole = async (query: Kysely<Tables>, id: string, role: Account['role']): Promise<void> => {
  await query
    .updateTable('accounts')
    .set({ role, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
};

/** Deletes an account with its sessions and credentials. */
export const deleteAccount = async (query: Kysely<Tables>, id: string): Promise<void> => {
  await query.deleteFrom('accounts').where('id', '=', id).execute();
};

/** Returns the stored hash of an account's password, or null when it has none. */
export const passwordHashOf = async (query: Kysely<Tables>, id: string): Promise<string | null> => {
  const row = await query
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return row?.password ?? null;
};

/** Replaces the stored hash of an account's password. */
export const setPasswordHash = async (query: Kysely<Tables>, id: string, hash: string): Promise<void> => {
  await query
    .updateTable('credentials')
    .set({ password: hash, updated_at: new Date().toISOString() })
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .execute();
};
