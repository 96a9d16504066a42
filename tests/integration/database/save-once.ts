import type { Database } from '../../../src/server/db/database.ts';

/** Long enough for several pages of the file: a torn save would show. */
const FILLER = 'x'.repeat(20_000);

/** Saves the next revision of the settings with its line of the log, in one write, and gives its number. */
export const saveOnce = (database: Database): Promise<number> =>
  database.write(async (trx) => {
    const last = await trx
      .selectFrom('settings_revisions')
      .select(({ fn }) => fn.max('revision').as('revision'))
      .executeTakeFirst();
    const revision = (last?.revision ?? 0) + 1;
    const stored = JSON.stringify({ title: `Title ${revision}`, content: FILLER, end: revision });
    const who = { author_id: 'ann', author_name: 'Ann' };
    await trx
      .insertInto('settings_revisions')
      .values({ revision, changed: '["title"]', stored, ...who, saved_at: Date.now() })
      .execute();
    await trx
      .insertInto('activity')
      .values({
        at: Date.now(),
        actor_id: 'ann',
        actor_name: 'Ann',
        action: 'settings_saved',
        subject: 'title',
        before: null,
        after: String(revision),
      })
      .execute();
    return revision;
  });
