import type { Kysely } from 'kysely';

/** Renames the hourly counters, which have become counters of minutes: the clean-up adds minutes up to hours later. */
export const counters = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropIndex('hourly_counts_kind').execute();
  await db.schema.alterTable('hourly_counts').renameTo('counters').execute();
  await db.schema.alterTable('counters').renameColumn('hour', 'step').execute();
  await db.schema.createIndex('counters_kind').on('counters').columns(['kind', 'step']).execute();
};
