import { Mutex } from 'async-mutex';
import type { Transaction } from 'kysely';
import type { ActivityEntry, SavedBy, SettingsChange } from '#shared/contract/admin-settings.ts';
import { CONTENT_CLEAN_MAX_BYTES } from '#shared/limits.ts';
import { type Actor, writeActivity } from '../activity/activity-log.ts';
import { acquireWithin } from '../db/acquire-within.ts';
import type { Database } from '../db/database.ts';
import { DATABASE_BUSY_MAX_MS } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { CleanContent } from './content/clean-content.ts';
import { describeSetting } from './describe-setting.ts';
import { storedLogo } from './logo-rows.ts';
import { latestRow, pruneRevisions, type RevisionRow, savesSince } from './revision-store.ts';
import { type ChangeRefusal, checkChange } from './settings-change.ts';
import { differingSettings, packSettings, type StoredSettings, unpackSettings } from './stored-settings.ts';

/** Checks inside the transaction whether the author may still save; returns null, or why not. */
export type AuthorCheck = (trx: Transaction<Tables>) => Promise<AuthorRefusal | null>;
type AuthorRefusal = 'signed_out' | 'account_waiting' | 'role_forbidden';

export type SaveRefusal =
  | { readonly ok: false; readonly code: ChangeRefusal | AuthorRefusal | 'logo_unknown' }
  /** All saves after the revision on which the change is based, oldest first. */
  | { readonly ok: false; readonly code: 'conflict'; readonly since: readonly SavedBy[] };

/** Result of a save. `row` is the latest revision after it; undefined if none was ever saved. */
type Saved = { readonly ok: true; readonly row: RevisionRow | undefined } | SaveRefusal;

interface SaverParts {
  readonly database: Database;
  readonly defaults: StoredSettings;
  readonly clean: CleanContent;
  readonly now: () => Date;
  /** The latest revision this instance knows of. */
  readonly knownRevision: () => number;
}

interface SaveRequest {
  readonly revision: number;
  readonly change: Readonly<Record<string, unknown>>;
  readonly author: Actor;
  readonly checkAuthor?: AuthorCheck | undefined;
  readonly action: ActivityEntry['action'];
}

/** Validates a change and sanitises its content. Every save uses it. */
const prepareChange = async (
  given: SaveRequest['change'],
  clean: CleanContent,
): Promise<{ readonly ok: true; readonly change: SettingsChange } | SaveRefusal> => {
  const checked = checkChange(given);
  if (!checked.ok || checked.change.content === undefined) return checked;
  const content = await clean(checked.change.content);
  if (content === null) return { ok: false, code: 'body_invalid' };
  if (Buffer.byteLength(content) > CONTENT_CLEAN_MAX_BYTES) return { ok: false, code: 'body_too_large' };
  return { ok: true, change: { ...checked.change, content } };
};

const activityEntriesOf = (
  { author, action }: SaveRequest,
  before: StoredSettings,
  after: StoredSettings,
): Parameters<typeof writeActivity>[1] =>
  differingSettings(before, after).map((setting) => ({
    actor: author,
    action,
    subject: setting,
    before: describeSetting(setting, before),
    after: describeSetting(setting, after),
  }));

/** Performs one save inside its transaction, which excludes other writers. */
const saveIn = async (
  trx: Transaction<Tables>,
  request: SaveRequest,
  { defaults, now }: SaverParts,
): Promise<Saved> => {
  const forbidden = (await request.checkAuthor?.(trx)) ?? null;
  if (forbidden !== null) return { ok: false, code: forbidden };
  const latest = await latestRow(trx);
  if ((latest?.revision ?? 0) !== request.revision)
    return { ok: false, code: 'conflict', since: await savesSince(trx, request.revision) };
  const { logo } = request.change;
  if (typeof logo === 'string' && (await storedLogo(trx, logo)) === undefined)
    return { ok: false, code: 'logo_unknown' };
  const before = unpackSettings(latest?.stored ?? '{}', defaults, () => undefined);
  const after = { ...before, ...request.change } as StoredSettings;
  const changed = differingSettings(before, after);
  if (changed.length === 0) return { ok: true, row: latest };
  const row: RevisionRow = {
    revision: request.revision + 1,
    changed: JSON.stringify(changed),
    stored: packSettings(after, defaults),
    author_id: request.author?.id ?? null,
    author_name: request.author?.name ?? null,
    saved_at: now().getTime(),
  };
  await trx.insertInto('settings_revisions').values(row).execute();
  await writeActivity(trx, activityEntriesOf(request, before, after), row.saved_at);
  await pruneRevisions(trx, row.saved_at);
  return { ok: true, row };
};

/** Creates the function behind SiteSettings.save. Saves of one instance run one after another. */
export const createSettingsSaver = (parts: SaverParts): ((request: SaveRequest) => Promise<Saved>) => {
  const mutex = new Mutex();
  return async (request) => {
    const ready = await prepareChange(request.change, parts.clean);
    if (!ready.ok) return ready;
    const unlock = await acquireWithin(mutex, DATABASE_BUSY_MAX_MS);
    try {
      // Of many concurrent saves all but the first conflict; they need no transaction to find out.
      if (request.revision < parts.knownRevision())
        return {
          ok: false,
          code: 'conflict',
          since: await savesSince(parts.database.query, request.revision),
        };
      return await parts.database.write((trx) => saveIn(trx, { ...request, change: ready.change }, parts));
    } finally {
      unlock();
    }
  };
};
