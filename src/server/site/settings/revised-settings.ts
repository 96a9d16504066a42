import { Mutex } from 'async-mutex';
import type { Transaction } from 'kysely';
import type { ActivityEntry } from '#shared/contract/admin-settings.ts';
import { acquireWithin } from '../../base/db/acquire-within.ts';
import { DATABASE_BUSY_MAX_MS, type Database } from '../../base/db/database.ts';
import type { Tables } from '../../base/db/tables.ts';
import { type Actor, writeActivity } from '../../people/activity/activity-log.ts';
import type { Query, Revision, RevisionStore, SaveSummary, Unreadable } from './revision-store.ts';
import {
  checkChange,
  describeChange,
  differingSettings,
  type NameOf,
  type SettingDescriptors,
} from './setting-descriptor.ts';

type AuthorRefusal = 'signed_out' | 'account_waiting' | 'role_forbidden';
/** Checks whether the author may still save; returns null, or why not. */
export type AuthorCheck = (query: Query) => Promise<AuthorRefusal | null>;

export interface SaveRequest {
  /** Revision on which the change is based. */
  readonly revision: number;
  /** Unchecked new values by setting. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly author: Actor;
  /** Repeats the permission check, because the author may have lost access while the body arrived. */
  readonly checkAuthor?: AuthorCheck | undefined;
  /** Writes what belongs to the new revision but is kept elsewhere, in the same transaction. */
  readonly writeAlongside?: (trx: Transaction<Tables>) => Promise<void>;
}

/** A save and how the activity log names it. */
interface LoggedSave extends SaveRequest {
  readonly action: ActivityEntry['action'];
}

export type SaveOutcome<Shown, Name extends string, Code> =
  | { readonly ok: true; readonly settings: Shown }
  | { readonly ok: false; readonly code: Code | AuthorRefusal | 'body_invalid' }
  /** The stored saves after the revision on which the change is based, oldest first. */
  | { readonly ok: false; readonly code: 'conflict'; readonly since: readonly SaveSummary<Name>[] };

/** Group of settings that is saved in revisions. `Shown` is the form in which the settings are used. */
export interface RevisedSettings<Shown, Name extends string, Code> {
  /** Returns the current settings; the same object until a change. */
  current(): Shown;
  /** Makes the latest stored settings current and returns them; keeps the last known ones while the database is unreachable. */
  refresh(): Promise<Shown>;
  /**
   * Saves a change as one revision with its entries in the activity log. Values equal to the current ones are ignored; if
   * none differ, no revision is created. Throws DatabaseUnavailableError, or the database's own fault.
   */
  save(request: LoggedSave): Promise<SaveOutcome<Shown, Name, Code>>;
  /**
   * Calls the listener with the new and the replaced settings after each new revision, and returns a function that
   * unsubscribes. The listener must not throw: no caller would handle it.
   */
  onChange(listener: (next: Shown, before: Shown) => void): () => void;
}

export interface RevisedSettingsParts<Values extends object, Shown, Code extends string> {
  readonly database: Database;
  readonly store: RevisionStore<Values>;
  readonly descriptors: SettingDescriptors<Values, Code>;
  /** Builds the form in which the settings are used. May throw the database's errors. */
  readonly build: (revision: Revision<Values>) => Promise<Shown>;
  /** Checks a change inside the transaction for faults that only the database shows; returns null for none. */
  readonly findFault?: (trx: Transaction<Tables>, change: Partial<Values>) => Promise<Code | null>;
  readonly unreadable: Unreadable<Values>;
  /** Called when the stored settings cannot be read. */
  readonly onFault: (error: unknown) => void;
  readonly now: () => Date;
}

type Refusal<Values, Code> = Extract<SaveOutcome<never, NameOf<Values>, Code>, { readonly ok: false }>;
type Written<Values, Code> = { readonly ok: true; readonly stored: Revision<Values> } | Refusal<Values, Code>;

/** Refuses a save by an author who has lost access, and one that is not based on the revision `current`. */
const findRefusal = async <Values>(
  query: Query,
  { revision, checkAuthor }: SaveRequest,
  current: number,
  store: RevisionStore<Values>,
): Promise<Refusal<Values, never> | null> => {
  // Checked first: a conflict names the authors of other saves.
  const forbidden = (await checkAuthor?.(query)) ?? null;
  if (forbidden !== null) return { ok: false, code: forbidden };
  if (revision === current) return null;
  return { ok: false, code: 'conflict', since: await store.savesSince(query, revision) };
};

/** Performs one save inside its transaction, which excludes other writers. `change` is checked. */
const writeRevision = async <Values extends object, Shown, Code extends string>(
  trx: Transaction<Tables>,
  request: LoggedSave,
  change: Partial<Values>,
  { store, descriptors, findFault, now }: RevisedSettingsParts<Values, Shown, Code>,
): Promise<Written<Values, Code>> => {
  const { author, action } = request;
  const before = await store.latest(trx);
  const refusal = await findRefusal(trx, request, before.revision, store);
  if (refusal !== null) return refusal;
  const fault = (await findFault?.(trx, change)) ?? null;
  if (fault !== null) return { ok: false, code: fault };
  const values = { ...before.values, ...change };
  const changed = differingSettings(descriptors, before.values, values);
  if (changed.length === 0) return { ok: true, stored: before };
  const at = now();
  const revision = before.revision + 1;
  const save = {
    revision,
    savedAt: at.toISOString(),
    author: author?.name ?? null,
    authorId: author?.id ?? null,
    changed,
  };
  const next = { revision, values, chosen: [...new Set([...before.chosen, ...changed])] };
  await store.append(trx, next, save, author);
  await request.writeAlongside?.(trx);
  const lines = changed.map((name) => ({
    actor: author,
    action,
    subject: name,
    ...describeChange(descriptors[name], before.values[name], values[name]),
  }));
  await writeActivity(trx, lines, at.getTime());
  return { ok: true, stored: { ...next, lastSave: save } };
};

/** Loads a group of settings: the defaults, overridden by the values in the database. Throws the database's errors. */
export const openRevisedSettings = async <Values extends object, Shown, Code extends string>(
  parts: RevisedSettingsParts<Values, Shown, Code>,
): Promise<RevisedSettings<Shown, NameOf<Values>, Code>> => {
  const { database, store, build, unreadable } = parts;
  const listeners = new Set<(next: Shown, before: Shown) => void>();
  let seen = await store.version(database.query);
  const first = await store.latest(database.query, unreadable);
  let held = { revision: first.revision, shown: await build(first) };

  /** Makes a stored revision current if it is newer, and returns its settings. */
  const take = async (stored: Revision<Values>): Promise<Shown> => {
    if (stored.revision === held.revision) return held.shown;
    const shown = await build(stored);
    if (stored.revision > held.revision) {
      const before = held.shown;
      held = { revision: stored.revision, shown };
      for (const listener of listeners) listener(shown, before);
    }
    return shown;
  };
  const look = async (): Promise<void> => {
    const version = await store.version(database.query);
    if (version === seen) return;
    await take(await store.latest(database.query, unreadable));
    seen = version;
  };
  const mutex = new Mutex();
  return {
    current: () => held.shown,
    async refresh() {
      await look().catch((error: unknown) => parts.onFault(error));
      return held.shown;
    },
    async save(request) {
      const checked = await checkChange(parts.descriptors, request.change);
      if (!checked.ok) return checked;
      const unlock = await acquireWithin(mutex, DATABASE_BUSY_MAX_MS);
      try {
        // Of many concurrent saves all but the first conflict; they need no transaction to find out.
        if (request.revision < held.revision) {
          const refusal = await findRefusal(database.query, request, held.revision, store);
          if (refusal !== null) return refusal;
        }
        const written = await database.write((trx) => writeRevision(trx, request, checked.value, parts));
        return written.ok ? { ok: true, settings: await take(written.stored) } : written;
      } finally {
        unlock();
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
