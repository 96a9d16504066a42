import type { Selectable, Transaction } from 'kysely';
import type { SavedBy } from '#shared/contract/admin-settings.ts';
import { SITE_STORAGE_KEYS, type SiteSetting } from '#shared/contract/site-events.ts';
import type { Database } from '../db/database.ts';
import type { SettingsRevisionRow, Tables } from '../db/tables.ts';
import { pruneLogos } from './logo-rows.ts';

/** Restorable revisions: the last ones of all settings, and also the last ones that changed the content. */
export const REVISIONS_MAX = 20;

export type RevisionRow = Selectable<SettingsRevisionRow>;
/** A query inside a transaction or outside one. */
type Query = Database['query'] | Transaction<Tables>;

const SUMMARY_COLUMNS = ['revision', 'changed', 'author_name', 'saved_at'] as const;
type SummaryRow = Pick<RevisionRow, (typeof SUMMARY_COLUMNS)[number]>;

const isSetting = (name: unknown): name is SiteSetting =>
  typeof name === 'string' && Object.hasOwn(SITE_STORAGE_KEYS, name);

const changedOf = ({ changed }: Pick<RevisionRow, 'changed'>): SiteSetting[] => {
  try {
    const names: unknown = JSON.parse(changed);
    return Array.isArray(names) ? names.filter(isSetting) : [];
  } catch {
    return [];
  }
};

/** Converts a stored revision into the summary that the panel's API returns. */
export const toSavedBy = (row: SummaryRow): SavedBy => ({
  revision: row.revision,
  savedAt: new Date(row.saved_at).toISOString(),
  author: row.author_name,
  changed: changedOf(row),
});

/** Returns the number of the latest revision, 0 if there is none. */
export const latestRevision = async (query: Query): Promise<number> => {
  const row = await query
    .selectFrom('settings_revisions')
    .select('revision')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.revision ?? 0;
};

/** Reads the latest stored revision; undefined if there is none. */
export const latestRow = (query: Query): Promise<RevisionRow | undefined> =>
  query.selectFrom('settings_revisions').selectAll().orderBy('revision', 'desc').limit(1).executeTakeFirst();

/** Reads one stored revision; undefined if it does not exist. */
export const revisionRow = (query: Query, revision: number): Promise<RevisionRow | undefined> =>
  query.selectFrom('settings_revisions').selectAll().where('revision', '=', revision).executeTakeFirst();

/** Returns all stored saves after a revision, oldest first. */
export const savesSince = async (query: Query, revision: number): Promise<SavedBy[]> => {
  const rows = await query
    .selectFrom('settings_revisions')
    .select(SUMMARY_COLUMNS)
    .where('revision', '>', revision)
    .orderBy('revision')
    .execute();
  return rows.map(toSavedBy);
};

/** Returns the last stored saves, newest first; only those that changed `setting` if it is given. */
export const lastSaves = async (query: Query, setting: SiteSetting | undefined): Promise<SavedBy[]> => {
  const rows = await query
    .selectFrom('settings_revisions')
    .select(SUMMARY_COLUMNS)
    .orderBy('revision', 'desc')
    .execute();
  return rows
    .map(toSavedBy)
    .filter(({ changed }) => setting === undefined || changed.includes(setting))
    .slice(0, REVISIONS_MAX);
};

/**
 * Deletes revisions that are neither among the last REVISIONS_MAX nor among the last REVISIONS_MAX that changed the content, and
 * then unused logos. `now` is in milliseconds since 1970.
 */
export const pruneRevisions = async (trx: Transaction<Tables>, now: number): Promise<void> => {
  const rows = await trx
    .selectFrom('settings_revisions')
    .select(['revision', 'changed'])
    .orderBy('revision', 'desc')
    .execute();
  const ofContent = rows.filter((row) => changedOf(row).includes('content'));
  const retained = new Set([...rows.slice(0, REVISIONS_MAX), ...ofContent.slice(0, REVISIONS_MAX)]);
  const old = rows.filter((row) => !retained.has(row)).map(({ revision }) => revision);
  if (old.length > 0) await trx.deleteFrom('settings_revisions').where('revision', 'in', old).execute();
  await pruneLogos(trx, now);
};
