import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { parseJson } from '#shared/parse-json.ts';
import type { Tables } from './tables.ts';

type Query = Kysely<Tables> | Transaction<Tables>;

/** Access to one small value that all instances share: the row of the table `site_state` with a certain name. */
export interface KeyValueRow<Value> {
  /** Returns the value, or null if none is stored or the stored one cannot be read. */
  read(query: Query): Promise<Value | null>;
  write(query: Query, value: Value): Promise<void>;
  remove(query: Query): Promise<void>;
}

/** Creates access to the text stored under a name. */
export const textRow = (name: string): KeyValueRow<string> => ({
  async read(query) {
    const row = await query
      .selectFrom('site_state')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value ?? null;
  },
  async write(query, value) {
    await query
      .insertInto('site_state')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  },
  async remove(query) {
    await query.deleteFrom('site_state').where('name', '=', name).execute();
  },
});

/**
 * Creates access to the JSON value stored under a name. Reads a stored text that is not JSON, or whose value the schema rejects, as null.
 */
export const jsonRow = <Value>(name: string, schema: z.core.$ZodType<Value>): KeyValueRow<Value> => {
  const text = textRow(name);
  return {
    async read(query) {
      // The next write overwrites a text that is not JSON.
      const stored = parseJson((await text.read(query)) ?? '');
      return z.safeParse(schema, stored).data ?? null;
    },
    write: (query, value) => text.write(query, JSON.stringify(value)),
    remove: text.remove,
  };
};
