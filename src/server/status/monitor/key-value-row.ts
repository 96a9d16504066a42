import type { Kysely, Transaction } from 'kysely';
import type * as z from 'zod';
import type { Tables } from '../../db/tables.ts';

/** A small value that all instances share, kept in the database under a name. */
export interface KeyValueRow<Value> {
  /** Null while there is none, or one that cannot be read. */
  read(query: Kysely<Tables> | Transaction<Tables>): Promise<Value | null>;
  write(trx: Transaction<Tables>, value: Value): Promise<void>;
}

/** Gives the note of a name; it is written inside a write of the database, and read there or by a query. */
export const keyValueRow = <Value>(name: string, schema: z.ZodType<Value>): KeyValueRow<Value> => ({
  async read(query) {
    const row = await query
      .selectFrom('site_state')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) return null;
    try {
      return schema.safeParse(JSON.parse(row.value)).data ?? null;
    } catch {
      // Not even JSON: as good as none, and written over with the next.
      return null;
    }
  },
  async write(trx, content) {
    const value = JSON.stringify(content);
    await trx
      .insertInto('site_state')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  },
});
