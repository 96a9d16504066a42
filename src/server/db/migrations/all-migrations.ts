import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../database.ts';
import { firstTables } from './001-first-tables.ts';
import { lastSeen } from './002-last-seen.ts';
import { columnTypes } from './column-types.ts';

/**
 * All migrations in order, by the names that the database stores. A released migration never changes: a schema change
 * is a new migration at the end, and an update of tables.ts.
 */
const MIGRATIONS = {
  '001-first-tables': firstTables,
  '002-last-seen': lastSeen,
} as const;

/** Returns the migrations for an engine. */
export const allMigrations = (kind: DatabaseKind): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, step]) => [name, { up: (db) => step(db, columnTypes(kind)) }]),
  );
