import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../database.ts';

/** How the kinds of columns we have are called. */
export interface ColumnTypes {
  readonly text: RawBuilder<unknown>;
  /** 64 bits: counts, flags and times. */
  readonly integer: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** A number the database gives, never twice. The column is the primary key. */
  readonly generatedId: RawBuilder<unknown>;
  /** What ends a `create table`. */
  readonly tableSuffix: RawBuilder<unknown>;
}

const COLUMN_TYPES: Readonly<Record<DatabaseKind, ColumnTypes>> = {
  sqlite: {
    text: sql`text`,
    integer: sql`integer`,
    bytes: sql`blob`,
    generatedId: sql`integer primary key autoincrement`,
    // Without it a number in a text column would be kept, which PostgreSQL refuses.
    tableSuffix: sql`strict`,
  },
  postgres: {
    // Sorted by bytes, as SQLite does, whatever the language of the server is.
    text: sql`text collate "C"`,
    integer: sql`bigint`,
    bytes: sql`bytea`,
    generatedId: sql`bigint generated always as identity primary key`,
    tableSuffix: sql``,
  },
};

/** Gives the words of an engine for the columns of a migration. */
export const columnTypes = (kind: DatabaseKind): ColumnTypes => COLUMN_TYPES[kind];
