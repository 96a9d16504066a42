import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/**
 * Creates the table `last_seen`, which holds the time of the latest event of each kind, and an index for reading the counters of one kind.
 */
export const createLastSeenTable = async (
  db: Kysely<unknown>,
  { text, integer, tableSuffix }: ColumnTypes,
): Promise<void> => {
  await db.schema
    .createTable('last_seen')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('platform', text, (column) => column.notNull())
    .addColumn('engine', text, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('last_seen_key', ['kind', 'platform', 'engine'])
    .modifyEnd(tableSuffix)
    .execute();
  await db.schema.createIndex('hourly_counts_kind').on('hourly_counts').columns(['kind', 'hour']).execute();
};
