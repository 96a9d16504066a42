import { type Selectable, sql, type Transaction } from 'kysely';
import type { StoredPicture } from '#shared/contract/admin-settings.ts';
import { byPicture } from '#shared/contract/site.ts';
import type { Database } from '../../base/db/database.ts';
import type { LogoRow, Tables } from '../../base/db/tables.ts';

/**
 * Maximum number of uploaded logos that are kept although no stored revision uses them; LOGO_UNUSED_RETENTION_MS is the longest time for
 * which they are kept.
 */
export const LOGO_UNUSED_MAX = 20;
export const LOGO_UNUSED_RETENTION_MS = 24 * 60 * 60 * 1_000;

// The table and the route are named after the logo, which was the only picture once. All pictures of the site are in them.

/**
 * Number of characters at the start of the JSON of a stored revision that are searched for the hash of a picture. They contain the hashes
 * of all pictures of the site, because row-store.ts writes these first.
 */
const HASHES_CHARACTERS = JSON.stringify(byPicture(() => '0'.repeat(64))).length;

/** Reads a stored logo with the number of its bytes instead of the bytes; undefined if it does not exist. */
export const readStoredLogo = async (
  query: Database['query'] | Transaction<Tables>,
  hash: string,
): Promise<StoredPicture | undefined> => {
  const row = await query
    .selectFrom('logos')
    .select(['hash', 'width', 'height', 'thumbnail', sql<number>`length(bytes)`.as('size')])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return (
    row && { hash: row.hash, width: row.width, height: row.height, bytes: row.size, dataUrl: row.thumbnail }
  );
};

/** Reads the bytes and media type of a stored logo; undefined if it does not exist. */
export const readLogoBytes = (
  { query }: Pick<Database, 'query'>,
  hash: string,
): Promise<Pick<LogoRow, 'bytes' | 'type'> | undefined> =>
  query.selectFrom('logos').select(['bytes', 'type']).where('hash', '=', hash).executeTakeFirst();

/**
 * Deletes logos that no stored revision uses, except the LOGO_UNUSED_MAX newest of them, which stay for LOGO_UNUSED_RETENTION_MS after
 * their upload. `now` is in milliseconds since 1970.
 */
export const pruneLogos = async (trx: Transaction<Tables>, now: number): Promise<void> => {
  const unused = await trx
    .selectFrom('logos')
    .select(['hash', 'created_at'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('settings_revisions')
            .select('revision')
            .where(
              sql`substr(stored, 1, ${sql.lit(HASHES_CHARACTERS)})`,
              'like',
              sql<string>`'%:"' || logos.hash || '"%'`,
            ),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .execute();
  const old = unused.filter(
    ({ created_at }, place) => place >= LOGO_UNUSED_MAX || created_at < now - LOGO_UNUSED_RETENTION_MS,
  );
  for (const { hash } of old) await trx.deleteFrom('logos').where('hash', '=', hash).execute();
};

/** Stores a logo, and deletes unused ones (`pruneLogos`). A logo that is already stored gets the new upload time. */
export const insertLogo = (database: Database, logo: Selectable<LogoRow>): Promise<void> =>
  database.write(async (trx) => {
    await trx
      .insertInto('logos')
      .values(logo)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_at: logo.created_at }))
      .execute();
    await pruneLogos(trx, logo.created_at);
  });
