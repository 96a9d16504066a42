import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** When something was last seen; and a way to the counts of one kind that does not lead through all others. */
export const lastSeen = async (
  db: Kysely<unknown>,
  { text, integer, tableSuffix: tableEnd }: ColumnTypes,
): Promise<void> => {
  await db.schema
    .createTable('last_seen')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('platform', text, (column) => column.notNull())
    .addColumn('engine', text, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('last_seen_key', ['kind', 'platform', 'engine'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('hourly_counts_kind').on('hourly_counts').columns(['kind', 'hour']).execute();
};
