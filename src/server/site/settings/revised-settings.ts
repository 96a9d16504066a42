import { Mutex } from 'async-mutex';
import type { Transaction } from 'kysely';
import type { ActivityEntry, SavedBy } from '#shared/contract/admin-settings.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { acquireWithin } from '../../base/db/acquire-within.ts';
import { DATABASE_BUSY_MAX_MS, type Database } from '../../base/db/database.ts';
import type { Tables } from '../../base/db/tables.ts';
import { type Actor, writeActivity } from '../../people/activity/activity-log.ts';
import {
  checkChange,
  describeChange,
  differingSettings,
  isRecord,
  type NameOf,
  readSettings,
  type SettingDescriptors,
} from './setting-descriptor.ts';

/** Access to the database, inside a transaction or outside one. */
export type Query = Database['query'] | Transaction<Tables>;

/** Revision, author, time and changed settings of a save. A save of another version may name settings that this version does not have. */
export type SaveSummary<Name extends string = string> = Omit<SavedBy, 'changed'> & { changed: Name[] };

/** A revision as it is stored. */
export interface StoredRevision {
  readonly revision: number;
  /** The stored settings by name; undefined if they cannot be read. */
  readonly stored: unknown;
  readonly lastSave: SaveSummary | null;
}

/** Back end that stores the revisions of a group of settings. Every method may throw the database's errors. */
export interface RevisionStore {
  /** Returns a value that changes with every stored revision. Cheap, because instances poll it. */
  version(query: Query): Promise<number | string | null>;
  /** Returns the latest revision; null while nothing is saved. */
  latest(query: Query): Promise<StoredRevision | null>;
  /** Returns the stored saves after a revision, oldest first. */
  savesSince(query: Query, revision: number): Promise<SaveSummary[]>;
  /** Stores the settings of the next revision and deletes what is no longer needed. */
  append(
    trx: Transaction<Tables>,
    settings: Readonly<Record<string, unknown>>,
    save: SaveSummary,
  ): Promise<void>;
}

/** All settings of a group after a save. */
export interface Revision<Values> {
  /** Number of the revision; 0 while nothing is saved. */
  readonly revision: number;
  readonly values: Values;
  /** Settings that have a stored value; the others follow the defaults, even when those change. */
  readonly chosenNames: readonly NameOf<Values>[];
  readonly lastSave: SaveSummary<NameOf<Values>> | null;
}

/** Called with the name of a stored setting that cannot be read, or with 'all' if none can, and the number of the revision. */
export type UnreadableListener<Values> = (name: NameOf<Values> | 'all', revision: number) => void;

export interface SaveRequest {
  /** Revision on which the change is based. */
  readonly revision: number;
  /** Unchecked new values by setting. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly author: Actor;
  /**
   * Checks again whether the author may save, because the role may have changed while the body arrived. Returns the error code if not, else
   * null.
   */
  readonly checkAuthor?: ((query: Query) => Promise<ErrorCode | null>) | undefined;
}

/** Save of settings with its action in the activity log. */
interface LoggedSave<Values> extends SaveRequest {
  readonly action: ActivityEntry['action'];
  /** Writes what belongs to the new revision but is kept elsewhere, in the same transaction. */
  readonly writeAlongside?: (trx: Transaction<Tables>, values: Values) => Promise<void>;
}

interface Refusal<Name extends string> {
  readonly ok: false;
  readonly code: ErrorCode;
  /** With 'conflict', the stored saves after the revision on which the change is based, oldest first. */
  readonly since?: readonly SaveSummary<Name>[];
}

export type SaveOutcome<Shown, Name extends string> =
  | { readonly ok: true; readonly settings: Shown }
  | Refusal<Name>;

/** Group of settings that is saved in revisions. `Shown` is the form in which the settings are used. */
export type RevisedSettings<Values extends object, Shown> = Awaited<
  ReturnType<typeof openRevisedSettings<Values, Shown>>
>;

interface RevisedSettingsParts<Values extends object, Shown> {
  readonly database: Database;
  readonly store: RevisionStore;
  readonly descriptors: SettingDescriptors<Values>;
  readonly defaults: Values;
  /**
   * Returns whether a chosen value is stored; true for all if absent. A setting whose value is not stored follows its default from then on.
   */
  readonly isKept?: (name: NameOf<Values>, values: Values) => boolean;
  /** Builds the form in which the settings are used. May throw the database's errors. */
  readonly build: (revision: Revision<Values>) => Promise<Shown>;
  /** Checks a change inside the transaction for faults that only the database shows; returns null for none. */
  readonly findFault?: (trx: Transaction<Tables>, change: Partial<Values>) => Promise<ErrorCode | null>;
  readonly onUnreadable: UnreadableListener<Values>;
  /** Called with the error when `refresh` cannot make the latest stored settings current. */
  readonly onFault: (error: unknown) => void;
  readonly now: () => Date;
}

/**
 * Opens a group of settings for reading, saving and refreshing: the defaults, overridden by the values in the database. Throws the
 * database's errors.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share the settings that are current
export const openRevisedSettings = async <Values extends object, Shown>({
  database,
  store,
  descriptors,
  defaults,
  isKept = () => true,
  build,
  findFault,
  onUnreadable,
  onFault,
  now,
}: RevisedSettingsParts<Values, Shown>) => {
  type Name = NameOf<Values>;
  const isSetting = (name: string): name is Name => Object.hasOwn(descriptors, name);
  const summarise = (save: SaveSummary): SaveSummary<Name> => ({
    ...save,
    changed: save.changed.filter(isSetting),
  });
  const read = (found: StoredRevision | null, reportsUnreadable: boolean): Revision<Values> => {
    const { revision, stored, lastSave } = found ?? { revision: 0, stored: {}, lastSave: null };
    const report = reportsUnreadable ? onUnreadable : () => undefined;
    if (!isRecord(stored)) report('all', revision);
    const settings = readSettings(descriptors, isRecord(stored) ? stored : {}, defaults, (name) =>
      report(name, revision),
    );
    return { revision, ...settings, lastSave: lastSave && summarise(lastSave) };
  };

  const listeners = new Set<(next: Shown, before: Shown) => void>();
  let seen = await store.version(database.query);
  const first = read(await store.latest(database.query), true);
  const held = { revision: first.revision, shown: await build(first) };

  /**
   * Makes a revision current if it is newer, and calls the listeners. Returns the settings of the revision in the form in which they are
   * used.
   */
  const take = async (stored: Revision<Values>): Promise<Shown> => {
    if (stored.revision === held.revision) return held.shown;
    const shown = await build(stored);
    if (stored.revision > held.revision) {
      const before = held.shown;
      Object.assign(held, { revision: stored.revision, shown });
      for (const listener of listeners) listener(shown, before);
    }
    return shown;
  };
  const look = async (): Promise<void> => {
    const version = await store.version(database.query);
    if (version === seen) return;
    await take(read(await store.latest(database.query), true));
    seen = version;
  };

  /**
   * Returns the refusal of a save by an author who has lost access, and of one that is not based on the revision `current`; null for any
   * other save.
   */
  const findRefusal = async (
    query: Query,
    { revision, checkAuthor }: SaveRequest,
    current: number,
  ): Promise<Refusal<Name> | null> => {
    // Checked first: a conflict names the authors of other saves.
    const forbidden = (await checkAuthor?.(query)) ?? null;
    if (forbidden !== null) return { ok: false, code: forbidden };
    if (revision === current) return null;
    return { ok: false, code: 'conflict', since: (await store.savesSince(query, revision)).map(summarise) };
  };

  /**
   * Performs one save in a transaction, which excludes other writers. `change` is the checked change of the save. Returns the new revision,
   * the current one if no value differs, or why the save is refused.
   */
  const writeRevision = async (
    trx: Transaction<Tables>,
    save: LoggedSave<Values>,
    change: Partial<Values>,
  ): Promise<{ readonly ok: true; readonly stored: Revision<Values> } | Refusal<Name>> => {
    const { author, action } = save;
    const before = read(await store.latest(trx), false);
    const refusal = await findRefusal(trx, save, before.revision);
    if (refusal !== null) return refusal;
    const fault = (await findFault?.(trx, change)) ?? null;
    if (fault !== null) return { ok: false, code: fault };
    const values = { ...before.values, ...change };
    const changed = differingSettings(descriptors, before.values, values);
    if (changed.length === 0) return { ok: true, stored: before };
    const at = now();
    const revision = before.revision + 1;
    const summary = {
      revision,
      savedAt: at.toISOString(),
      author: author?.name ?? null,
      authorId: author?.id ?? null,
      changed,
    };
    const chosen = [...new Set([...before.chosenNames, ...changed])];
    const kept = chosen.filter((name) => isKept(name, values)).map((name) => [name, values[name]]);
    await store.append(trx, Object.fromEntries(kept), summary);
    await save.writeAlongside?.(trx, values);
    const lines = changed.map((name) => ({
      actor: author,
      action,
      subject: name,
      ...describeChange(descriptors[name], before.values[name], values[name]),
    }));
    await writeActivity(trx, lines, at.getTime());
    return { ok: true, stored: { revision, values, chosenNames: chosen, lastSave: summary } };
  };

  const mutex = new Mutex();
  return {
    /** The current settings, replaced with every new revision. A field, so that reading it for every request costs nothing. */
    held: held as { readonly shown: Shown },
    /**
     * Converts a stored revision to settings; null stands for the defaults. Unreadable settings have their defaults too, and are reported
     * to `onUnreadable` if `reportsUnreadable` is true.
     */
    read,
    /** Returns a stored save without settings that this version does not have. */
    summarise,
    /**
     * Makes the latest stored settings current and returns them. If they cannot be read, calls `onFault` and returns the last known ones.
     */
    async refresh(): Promise<Shown> {
      await look().catch((error: unknown) => onFault(error));
      return held.shown;
    },
    /**
     * Saves a change as one revision with its entries in the activity log, and makes it current. Values equal to the current ones are
     * ignored; if none differ, no revision is created. A fault of the change, a lost access and a conflict are returned as a refusal.
     * Throws DatabaseUnavailableError, or the database's own fault.
     */
    async save(save: LoggedSave<Values>): Promise<SaveOutcome<Shown, Name>> {
      const checked = await checkChange(descriptors, save.change);
      if (!checked.ok) return checked;
      const unlock = await acquireWithin(mutex, DATABASE_BUSY_MAX_MS);
      try {
        // Of many concurrent saves all but the first conflict; they need no transaction to find out.
        if (save.revision < held.revision) {
          const refusal = await findRefusal(database.query, save, held.revision);
          if (refusal !== null) return refusal;
        }
        const written = await database.write((trx) => writeRevision(trx, save, checked.value));
        return written.ok ? { ok: true, settings: await take(written.stored) } : written;
      } finally {
        unlock();
      }
    },
    /**
     * Calls the listener with the new and the replaced settings after each new revision, and returns a function that
     * unsubscribes. The listener must not throw: no caller would handle it.
     */
    onChange(listener: (next: Shown, before: Shown) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
