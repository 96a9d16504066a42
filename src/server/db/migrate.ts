import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { StartError } from '../config/start-error.ts';
import type { DatabaseKind } from './database.ts';
import { DatabaseUnavailableError } from './database-fault.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import type { Tables } from './tables.ts';

const namesIn = async (query: Kysely<Tables>): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(query);
  return rows.map(({ name }) => name);
};

/**
 * Brings the tables up to date; does nothing where they are. All of it is one transaction, and of several instances that
 * start together one does it while the others wait. Throws StartError when a newer version has used the database,
 * DatabaseUnavailableError, or the fault of the migration.
 */
export const migrateToLatest = async (query: Kysely<Tables>, kind: DatabaseKind): Promise<void> => {
  const known = allMigrations(kind);
  const migrator = new Migrator({ db: query, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof DatabaseUnavailableError) throw error;
  const unknown = (await namesIn(query)).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new StartError(
      `A newer version of Savelet has used this database (it knows ${unknown.join(', ')}). Start that version, or restore a copy from before it.`,
    );
  throw error;
};
