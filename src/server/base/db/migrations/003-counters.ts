import type { Kysely } from 'kysely';

/**
 * Renames the table `hourly_counts` to `counters`, its column `hour` to `step`, and its index: the table counts by minutes from now on, and
 * the clean-up later adds minutes up to hours.
 */
export const renameCountersTable = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropIndex('hourly_counts_kind').execute();
  await db.schema.alterTable('hourly_counts').renameTo('counters').execute();
  await db.schema.alterTable('counters').renameColumn('hour', 'step').execute();
  await db.schema.createIndex('counters_kind').on('counters').columns(['kind', 'step']).execute();
};
