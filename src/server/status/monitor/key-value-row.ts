import type { Kysely, Transaction } from 'kysely';
import type * as z from 'zod';
import type { Tables } from '../../db/tables.ts';

/** A small value that all instances share, stored in the table `site_state` under a name. */
export interface KeyValueRow<Value> {
  /** Returns the value, or null if none is stored or the stored one does not match the schema. */
  read(query: Kysely<Tables> | Transaction<Tables>): Promise<Value | null>;
  write(trx: Transaction<Tables>, value: Value): Promise<void>;
}

/** Creates access to the row with a name. Reads work inside or outside a transaction, writes only inside one. */
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
      // Not JSON: treated as missing and overwritten by the next write.
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
