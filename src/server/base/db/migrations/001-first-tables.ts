import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

type Step = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;

const accounts: Step = async (db, { text, integer, tableSuffix }) => {
  await db.schema
    .createTable('accounts')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull().unique().check(sql`email = lower(email)`))
    .addColumn('email_verified', integer, (column) => column.notNull())
    .addColumn('image', text)
    .addColumn('role', text, (column) => column.notNull().defaultTo('waiting'))
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addColumn('last_sign_in_at', text)
    .modifyEnd(tableSuffix)
    .execute();
  // Rejects the second of two concurrent ownership claims, whatever each has read before.
  await db.schema
    .createIndex('accounts_one_owner')
    .on('accounts')
    .column('role')
    .unique()
    .where(sql.ref('role'), '=', sql.lit('owner'))
    .execute();
};

const sessions: Step = async (db, { text, tableSuffix }) => {
  await db.schema
    .createTable('sessions')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('token', text, (column) => column.notNull().unique())
    .addColumn('user_id', text, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('expires_at', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addColumn('ip_address', text)
    .addColumn('user_agent', text)
    .modifyEnd(tableSuffix)
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();
};

const credentials: Step = async (db, { text, tableSuffix }) => {
  await db.schema
    .createTable('credentials')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('provider_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('password', text)
    .addColumn('access_token', text)
    .addColumn('refresh_token', text)
    .addColumn('id_token', text)
    .addColumn('access_token_expires_at', text)
    .addColumn('refresh_token_expires_at', text)
    .addColumn('scope', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addUniqueConstraint('credentials_provider_account', ['provider_id', 'account_id'])
    .modifyEnd(tableSuffix)
    .execute();
  await db.schema.createIndex('credentials_user').on('credentials').column('user_id').execute();
};

const verifications: Step = async (db, { text, tableSuffix }) => {
  await db.schema
    .createTable('verifications')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('identifier', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .modifyEnd(tableSuffix)
    .execute();
  await db.schema.createIndex('verifications_identifier').on('verifications').column('identifier').execute();
};

const settings: Step = async (db, { text, integer, bytes, tableSuffix }) => {
  await db.schema
    .createTable('settings_revisions')
    .addColumn('revision', integer, (column) => column.primaryKey())
    .addColumn('changed', text, (column) => column.notNull())
    .addColumn('stored', text, (column) => column.notNull())
    .addColumn('author_id', text)
    .addColumn('author_name', text)
    .addColumn('saved_at', integer, (column) => column.notNull())
    .modifyEnd(tableSuffix)
    .execute();
  await db.schema
    .createTable('logos')
    .addColumn('hash', text, (column) => column.primaryKey())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('width', integer, (column) => column.notNull())
    .addColumn('height', integer, (column) => column.notNull())
    .addColumn('thumbnail', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .modifyEnd(tableSuffix)
    .execute();
  await db.schema
    .createTable('site_state')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .modifyEnd(tableSuffix)
    .execute();
};

const activity: Step = async (db, { text, integer, generatedId, tableSuffix }) => {
  await db.schema
    .createTable('activity')
    .addColumn('id', generatedId)
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('actor_id', text)
    .addColumn('actor_name', text)
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('subject', text)
    .addColumn('before', text)
    .addColumn('after', text)
    .modifyEnd(tableSuffix)
    .execute();
};

const hourlyCounts: Step = async (db, { text, integer, tableSuffix }) => {
  await db.schema
    .createTable('hourly_counts')
    .addColumn('hour', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('platform', text, (column) => column.notNull())
    .addColumn('engine', text, (column) => column.notNull())
    .addColumn('outcome', text, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', integer, (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('hourly_counts_key', ['hour', 'kind', 'platform', 'engine', 'outcome'])
    .modifyEnd(tableSuffix)
    .execute();
};

/**
 * Creates the tables `accounts`, `sessions`, `credentials`, `verifications`, `settings_revisions`, `logos`, `site_state`, `activity` and
 * `hourly_counts`.
 */
export const createFirstTables: Step = async (db, types) => {
  for (const step of [accounts, sessions, credentials, verifications, settings, activity, hourlyCounts])
    await step(db, types);
};
