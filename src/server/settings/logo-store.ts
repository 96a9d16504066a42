import { sql, type Transaction } from 'kysely';
import type { StoredLogo } from '#shared/contract/admin-settings.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** What is known of a stored logo, without its bytes; undefined when it is not there. */
export const storedLogo = async (
  query: Database['query'] | Transaction<Tables>,
  hash: string,
): Promise<StoredLogo | undefined> => {
  const row = await query
    .selectFrom('logos')
    .select(['hash', 'width', 'height', 'thumbnail', sql<number>`length(bytes)`.as('size')])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return (
    row && { hash: row.hash, width: row.width, height: row.height, bytes: row.size, dataUrl: row.thumbnail }
  );
};
