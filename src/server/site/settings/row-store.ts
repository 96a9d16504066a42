import type { Selectable } from 'kysely';
import type { SavedBy, SavedSetting, SettingValues } from '#shared/contract/admin-settings.ts';
import { LEGAL_TEXT_SETTINGS } from '#shared/contract/legal-texts.ts';
import { byPicture } from '#shared/contract/site.ts';
import type { SettingsRevisionRow } from '../../base/db/tables.ts';
import { pruneLogos } from './logo-rows.ts';
import {
  type Query,
  type Revision,
  type RevisionStore,
  readStoredJson,
  type Unreadable,
} from './revision-store.ts';
import { differingSettings, isRecord, readSettings, type SettingDescriptors } from './setting-descriptor.ts';

/**
 * Maximum number of revisions that can be restored: the last ones, and in addition the last ones that changed each long text (the content
 * and the legal texts).
 */
export const REVISIONS_MAX = 20;
const LONG_TEXTS: readonly SavedSetting[] = ['content', ...LEGAL_TEXT_SETTINGS];

type RevisionRow = Selectable<SettingsRevisionRow>;

const SUMMARY_COLUMNS = ['revision', 'changed', 'author_id', 'author_name', 'saved_at'] as const;
type SummaryRow = Pick<RevisionRow, (typeof SUMMARY_COLUMNS)[number]>;

/** Store of the site settings, of which earlier revisions can be restored. */
export interface RowStore extends RevisionStore<SettingValues> {
  /** Reads a stored revision; null if it does not exist. Revision 0 has the defaults. */
  find(
    query: Query,
    revision: number,
    unreadable?: Unreadable<SettingValues>,
  ): Promise<Revision<SettingValues> | null>;
  /** Returns the last stored saves, newest first; only those that changed `setting` if it is given. */
  lastSaves(query: Query, setting?: SavedSetting): Promise<SavedBy[]>;
}

/**
 * Creates a store that keeps each revision as a row: all values that differ from the defaults. A chosen value of the
 * settings `fromEnvironment` is kept even if it equals the default, which another environment may change.
 */
export const createRowStore = (
  descriptors: SettingDescriptors<SettingValues, string>,
  defaults: SettingValues,
  fromEnvironment: readonly SavedSetting[],
): RowStore => {
  const isSetting = (name: unknown): name is SavedSetting =>
    typeof name === 'string' && Object.hasOwn(descriptors, name);
  const changedOf = ({ changed }: Pick<RevisionRow, 'changed'>): SavedSetting[] => {
    const names = readStoredJson(changed);
    return Array.isArray(names) ? names.filter(isSetting) : [];
  };
  const summarise = (row: SummaryRow): SavedBy => ({
    revision: row.revision,
    savedAt: new Date(row.saved_at).toISOString(),
    author: row.author_name,
    authorId: row.author_id,
    changed: changedOf(row),
  });
  const unpack = (
    row: RevisionRow | undefined,
    unreadable?: Unreadable<SettingValues>,
  ): Revision<SettingValues> => {
    if (row === undefined) return { revision: 0, values: defaults, chosen: [], lastSave: null };
    const { revision } = row;
    const stored = readStoredJson(row.stored);
    if (!isRecord(stored)) unreadable?.('all', revision);
    const read = readSettings(descriptors, isRecord(stored) ? stored : {}, defaults, (name) =>
      unreadable?.(name, revision),
    );
    return { revision, ...read, lastSave: summarise(row) };
  };
  /** Serialises the settings to keep, the pictures first: logo-rows.ts looks for their hashes there. */
  const pack = (values: SettingValues, chosen: readonly SavedSetting[]): string => {
    const differing = differingSettings(descriptors, values, defaults);
    const kept = new Set([...differing, ...fromEnvironment.filter((name) => chosen.includes(name))]);
    const stored = Object.fromEntries([...kept].map((name) => [name, values[name]]));
    return JSON.stringify({ ...byPicture((setting) => stored[setting]), ...stored });
  };
  const summaries = (query: Query) => query.selectFrom('settings_revisions').select(SUMMARY_COLUMNS);
  const prune = async (trx: Parameters<RowStore['append']>[0], now: number): Promise<void> => {
    const rows = await summaries(trx).orderBy('revision', 'desc').execute();
    const retained = new Set(rows.slice(0, REVISIONS_MAX));
    for (const setting of LONG_TEXTS)
      for (const row of rows.filter((one) => changedOf(one).includes(setting)).slice(0, REVISIONS_MAX))
        retained.add(row);
    const old = rows.filter((row) => !retained.has(row)).map(({ revision }) => revision);
    if (old.length > 0) await trx.deleteFrom('settings_revisions').where('revision', 'in', old).execute();
    await pruneLogos(trx, now);
  };
  return {
    async version(query) {
      const row = await query
        .selectFrom('settings_revisions')
        .select('revision')
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.revision ?? 0;
    },
    async latest(query, unreadable) {
      const rows = query.selectFrom('settings_revisions').selectAll().orderBy('revision', 'desc').limit(1);
      return unpack(await rows.executeTakeFirst(), unreadable);
    },
    async find(query, revision, unreadable) {
      if (revision === 0) return unpack(undefined);
      const rows = query.selectFrom('settings_revisions').selectAll().where('revision', '=', revision);
      const row = await rows.executeTakeFirst();
      return row === undefined ? null : unpack(row, unreadable);
    },
    async savesSince(query, revision) {
      const rows = await summaries(query).where('revision', '>', revision).orderBy('revision').execute();
      return rows.map(summarise);
    },
    async lastSaves(query, setting) {
      const rows = await summaries(query).orderBy('revision', 'desc').execute();
      return rows
        .map(summarise)
        .filter(({ changed }) => setting === undefined || changed.includes(setting))
        .slice(0, REVISIONS_MAX);
    },
    async append(trx, { revision, values, chosen }, { savedAt, changed }, author) {
      const row: RevisionRow = {
        revision,
        changed: JSON.stringify(changed),
        stored: pack(values, chosen),
        author_id: author?.id ?? null,
        author_name: author?.name ?? null,
        saved_at: Date.parse(savedAt),
      };
      await trx.insertInto('settings_revisions').values(row).execute();
      await prune(trx, row.saved_at);
    },
  };
};
