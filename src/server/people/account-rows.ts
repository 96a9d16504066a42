import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  type Account,
  type AccountList,
  accountSchema,
  type ListedAccount,
  type Role,
  roleSchema,
  signUpModeSchema,
} from '#shared/contract/account.ts';
import type { Config } from '../base/config/config.ts';
import { textRow } from '../base/db/key-value-row.ts';
import type { Tables } from '../base/db/tables.ts';

/** Row with the sign-up mode that the owner chose in the panel. */
export const SIGN_UP_ROW = textRow('sign_up');

/**
 * Reads the present sign-up mode and where it comes from: the mode that the owner chose in the panel, else that of the environment variable
 * SIGNUP.
 */
export const readSignUpMode = async (
  query: Kysely<Tables>,
  { signUp, isSignUpGiven: variableSet }: Pick<Config, 'signUp' | 'isSignUpGiven'>,
): Promise<AccountList['signUp']> => {
  const { data: chosen } = signUpModeSchema.safeParse(await SIGN_UP_ROW.read(query));
  return { mode: chosen ?? signUp, chosenInPanel: chosen !== undefined, variableSet };
};

/** Returns the account with the id, e-mail address (in lower case) or role `value`; null if there is none. */
export const findAccount = async (
  query: Kysely<Tables>,
  column: 'id' | 'email' | 'role',
  value: string,
): Promise<Account | null> => {
  const row = await query
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'role'])
    .where(column, '=', value)
    .executeTakeFirst();
  return row === undefined ? null : accountSchema.parse(row);
};

export const hasOwner = async (query: Kysely<Tables>): Promise<boolean> =>
  (await findAccount(query, 'role', 'owner')) !== null;

/** Lists all accounts: the owner first, then administrators, then waiting accounts. Within a role the oldest account comes first. */
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

/**
 * Inserts an account and returns its id. `hash` is that of the password, as a PHC string; the e-mail address must be in lower case. The accounts
 * library's sign-up is not used, because it hashes inside its transaction and would block every other write.
 */
export const insertAccount = async (
  query: Kysely<Tables>,
  { hash, ...account }: Omit<Account, 'id'> & { readonly hash: string },
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

/**
 * Replaces the stored hash of a password with `hash`. `value` is the id of the account if `column` is 'user_id', and the present hash, which
 * its salt makes unique, if `column` is 'password'.
 */
export const setPasswordHash = async (
  query: Kysely<Tables>,
  column: 'user_id' | 'password',
  value: string,
  hash: string,
): Promise<void> => {
  const changed = { password: hash, updated_at: new Date().toISOString() };
  const credentials = query.updateTable('credentials').set(changed).where('provider_id', '=', 'credential');
  await credentials.where(column, '=', value).execute();
};
