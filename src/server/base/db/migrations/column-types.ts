import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../database.ts';

/** SQL of the column types in migrations, for either SQLite or PostgreSQL. */
export interface ColumnTypes {
  readonly text: RawBuilder<unknown>;
  /** 64-bit integer for counts, flags and times. */
  readonly integer: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** Primary key that the database generates and never reuses. */
  readonly generatedId: RawBuilder<unknown>;
  /** SQL at the end of a `create table` statement. */
  readonly tableSuffix: RawBuilder<unknown>;
}

const COLUMN_TYPES: Readonly<Record<DatabaseKind, ColumnTypes>> = {
  sqlite: {
    text: sql`text`,
    integer: sql`integer`,
    bytes: sql`blob`,
    generatedId: sql`integer primary key autoincrement`,
    // Without `strict`, SQLite would store a number in a text column, which PostgreSQL rejects.
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
};

export const columnTypesOf = (kind: DatabaseKind): ColumnTypes => COLUMN_TYPES[kind];
