import type { Selectable, Transaction } from 'kysely';
import type { SavedSetting } from '#shared/contract/admin-settings.ts';
import { LEGAL_TEXT_SETTINGS } from '#shared/contract/legal-texts.ts';
import { byPicture } from '#shared/contract/site.ts';
import { parseJson } from '#shared/parse-json.ts';
import type { SettingsRevisionRow, Tables } from '../../base/db/tables.ts';
import { pruneLogos } from './logo-rows.ts';
import type { Query, RevisionStore, SaveSummary, StoredRevision } from './revised-settings.ts';

/**
 * Maximum number of revisions that can be restored: the last ones, and in addition the last ones that changed each long text (the content
 * and the legal texts).
 */
export const REVISIONS_MAX = 20;
export const LONG_TEXTS = ['content', ...LEGAL_TEXT_SETTINGS] as const satisfies readonly SavedSetting[];

type RevisionRow = Selectable<SettingsRevisionRow>;

const SUMMARY_COLUMNS = ['revision', 'changed', 'author_id', 'author_name', 'saved_at'] as const;

const summaryOf = (row: Pick<RevisionRow, (typeof SUMMARY_COLUMNS)[number]>): SaveSummary => {
  const changed = parseJson(row.changed);
  return {
    revision: row.revision,
    savedAt: new Date(row.saved_at).toISOString(),
    author: row.author_name,
    authorId: row.author_id,
    changed: Array.isArray(changed) ? changed.filter((name) => typeof name === 'string') : [],
  };
};

const unpack = (row: RevisionRow | undefined): StoredRevision | null =>
  row === undefined
    ? null
    : { revision: row.revision, stored: parseJson(row.stored), lastSave: summaryOf(row) };

const selectLast = (query: Query) =>
  query.selectFrom('settings_revisions').orderBy('revision', 'desc').limit(1);

const readSummaries = async (query: Query): Promise<SaveSummary[]> => {
  const rows = query.selectFrom('settings_revisions').select(SUMMARY_COLUMNS);
  return (await rows.orderBy('revision', 'desc').execute()).map(summaryOf);
};

const prune = async (trx: Transaction<Tables>, now: number): Promise<void> => {
  const saves = await readSummaries(trx);
  const retained = new Set(saves.slice(0, REVISIONS_MAX));
  for (const setting of LONG_TEXTS)
    for (const save of saves.filter(({ changed }) => changed.includes(setting)).slice(0, REVISIONS_MAX))
      retained.add(save);
  const old = saves.filter((save) => !retained.has(save)).map(({ revision }) => revision);
  if (old.length > 0) await trx.deleteFrom('settings_revisions').where('revision', 'in', old).execute();
  await pruneLogos(trx, now);
};

/**
 * Store of the site settings, with one row for each revision. Each save deletes the rows that can no longer be restored (REVISIONS_MAX) and
 * unused logos.
 */
export const rowStore = {
  async version(query) {
    return (await selectLast(query).select('revision').executeTakeFirst())?.revision ?? 0;
  },
  latest: async (query) => unpack(await selectLast(query).selectAll().executeTakeFirst()),
  /** Reads a stored revision; null if it does not exist. */
  async find(query: Query, revision: number): Promise<StoredRevision | null> {
    const row = selectLast(query).selectAll().where('revision', '=', revision);
    return unpack(await row.executeTakeFirst());
  },
  savesSince: async (query, revision) =>
    (await readSummaries(query)).filter((save) => save.revision > revision).toReversed(),
  /** Returns the last stored saves, newest first and at most REVISIONS_MAX; only those that changed `setting` if it is given. */
  async lastSaves(query: Query, setting?: SavedSetting): Promise<SaveSummary[]> {
    const saves = await readSummaries(query);
    return saves
      .filter(({ changed }) => setting === undefined || changed.includes(setting))
      .slice(0, REVISIONS_MAX);
  },
  async append(trx, settings, { revision, savedAt, author, authorId, changed }) {
    const row: RevisionRow = {
      revision,
      changed: JSON.stringify(changed),
      // The pictures first: logo-rows.ts looks for their hashes there.
      stored: JSON.stringify({ ...byPicture((setting) => settings[setting]), ...settings }),
      author_id: authorId,
      author_name: author,
      saved_at: Date.parse(savedAt),
    };
    await trx.insertInto('settings_revisions').values(row).execute();
    await prune(trx, row.saved_at);
  },
} satisfies RevisionStore & Record<string, unknown>;
