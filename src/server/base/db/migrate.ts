import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../config/start-error.ts';
import type { DatabaseKind } from './database.ts';
import { DatabaseUnavailableError } from './database-fault.ts';
import { createFirstTables } from './migrations/001-first-tables.ts';
import { createLastSeenTable } from './migrations/002-last-seen.ts';
import { renameCountersTable } from './migrations/003-counters.ts';
import { columnTypesOf } from './migrations/column-types.ts';
import type { Tables } from './tables.ts';

/**
 * All migrations in order, by the names that the database stores. A released migration never changes: a schema change
 * is a new migration at the end, and an update of tables.ts.
 */
const MIGRATIONS = {
  '001-first-tables': createFirstTables,
  '002-last-seen': createLastSeenTable,
  '003-counters': renameCountersTable,
} as const;

/** Returns the migrations for a kind of database. */
const allMigrations = (kind: DatabaseKind): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, step]) => [name, { up: (db) => step(db, columnTypesOf(kind)) }]),
  );

/** Returns whether this version knows a migration. */
export const isKnownMigration = (name: string): boolean => Object.hasOwn(MIGRATIONS, name);

/** Returns the names of the applied migrations; none for a database that is empty or was not created by Savelet. */
const readAppliedMigrations = async (query: Kysely<Tables>): Promise<string[]> => {
  try {
    const rows = await query
      .withTables<Record<typeof DEFAULT_MIGRATION_TABLE, { name: string }>>()
      .selectFrom(DEFAULT_MIGRATION_TABLE)
      .select('name')
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    return [];
  }
};

/** Throws StartError when the database has migrations that this version does not know. */
const refuseNewerDatabase = (
  appliedNames: readonly string[],
  knownMigrations: Record<string, unknown>,
): void => {
  const unknown = appliedNames.filter((name) => !Object.hasOwn(knownMigrations, name));
  if (unknown.length > 0)
    throw new StartError(
      `A newer version of Savelet has used this database (it knows ${unknown.join(', ')}). Start that version, or restore a copy from before it.`,
    );
};

const EMPTY =
  'This database has no tables of Savelet. Start the server once to make them, or name the database that the server uses.';

/**
 * Migrates the tables to the latest version in one transaction. Does nothing, and takes no lock, when they are up to date. Of several
 * instances that start together one migrates while the others wait. Before tables with data are migrated, awaits `beforeUpdate` with the
 * name of the first missing migration; an error of `beforeUpdate` stops the migration and is thrown. Throws StartError when a newer version
 * has used the database, or when the database is empty and `mayCreate` is false; DatabaseUnavailableError; or the error of the migration.
 */
export const migrateToLatest = async (
  query: Kysely<Tables>,
  kind: DatabaseKind,
  mayCreate: boolean,
  beforeUpdate: (migration: string) => Promise<void> = async () => undefined,
): Promise<void> => {
  const known = allMigrations(kind);
  const applied = await readAppliedMigrations(query);
  refuseNewerDatabase(applied, known);
  if (applied.length === 0 && !mayCreate) throw new StartError(EMPTY);
  const next = Object.keys(known)[applied.length];
  if (next === undefined) return;
  if (applied.length > 0) await beforeUpdate(next);
  const migrator = new Migrator({ db: query, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  // A newer version may have used the database just now.
  if (!(error instanceof DatabaseUnavailableError))
    refuseNewerDatabase(await readAppliedMigrations(query), known);
  throw error;
};
