import { sql } from 'kysely';
import type { DatabaseKind } from '../database.ts';

/** SQL of the column types in migrations. */
const COLUMN_TYPES = {
  sqlite: {
    text: sql`text`,
    /** 64-bit integer for counts, flags and times. */
    integer: sql`integer`,
    bytes: sql`blob`,
    /** Primary key that the database generates and never reuses. */
    generatedId: sql`integer primary key autoincrement`,
    // SQL at the end of a `create table` statement. Without `strict`, SQLite would store a number in a text column, which PostgreSQL rejects.
    tableSuffix: sql`strict`,
  },
  postgres: {
    // Sorts by bytes like SQLite, whatever the locale of the server.
    text: sql`text collate "C"`,
    integer: sql`bigint`,
    bytes: sql`bytea`,
    generatedId: sql`bigint generated always as identity primary key`,
    tableSuffix: sql``,
  },
} satisfies Record<DatabaseKind, object>;

export type ColumnTypes = (typeof COLUMN_TYPES)[DatabaseKind];

export const columnTypesOf = (kind: DatabaseKind): ColumnTypes => COLUMN_TYPES[kind];
