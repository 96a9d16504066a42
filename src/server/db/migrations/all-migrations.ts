import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../database.ts';
import { firstTables } from './001-first-tables.ts';
import { lastSeen } from './002-last-seen.ts';
import { columnTypes } from './column-types.ts';

/**
 * Every migration under the name it is remembered by, in order. What has once been released is never changed: a change
 * of the tables is a new one at the end, and a line in tables.ts.
 */
const MIGRATIONS = {
  '001-first-tables': firstTables,
  '002-last-seen': lastSeen,
} as const;

/** Gives the migrations for an engine. */
export const allMigrations = (kind: DatabaseKind): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, step]) => [name, { up: (db) => step(db, columnTypes(kind)) }]),
  );
