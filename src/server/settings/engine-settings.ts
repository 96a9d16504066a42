import type { Transaction } from 'kysely';
import type { EngineName } from '#shared/contract/content-type.ts';
import type { EngineSave, EngineSettingsChange, EngineSettingsDocument } from '#shared/contract/engines.ts';
import { type Actor, writeActivity } from '../activity/activity-log.ts';
import type { Database } from '../db/database.ts';
import { textRow } from '../db/key-value-row.ts';
import type { Tables } from '../db/tables.ts';
import type { Logger } from '../observability/logger.ts';
import { describeEngines } from './describe-engines.ts';
import { checkEngineChange, type EngineChangeRefusal } from './engine-change.ts';
import {
  defaultEngines,
  differingEngineSettings,
  packEngines,
  type StoredEngines,
  unpackEngines,
  withChange,
} from './engine-document.ts';
import { pollRevisions } from './poll-revisions.ts';
import type { AuthorCheck } from './save-settings.ts';

/** Saves of the engine settings whose author and time are stored. */
export const ENGINE_REVISIONS_MAX = 20;

const ROW = textRow('engines');

type AuthorRefusal = NonNullable<Awaited<ReturnType<AuthorCheck>>>;

/** The engine settings as the panel shows them. */
export interface ShownEngines {
  readonly settings: EngineSettingsDocument;
  /** True once an order saved in the panel overrides the ENGINES variable. */
  readonly chosenInPanel: boolean;
  readonly lastSave: EngineSave | null;
}

export type EngineSaveOutcome =
  | { readonly ok: true; readonly shown: ShownEngines }
  | { readonly ok: false; readonly code: EngineChangeRefusal | AuthorRefusal }
  /** The stored saves made after the revision on which the change is based, oldest first. */
  | { readonly ok: false; readonly code: 'conflict'; readonly since: readonly EngineSave[] };

/** Reads and changes the stored engine settings. */
export interface EngineSettings {
  /** Returns the current settings; the same object until a change. */
  current(): EngineSettingsDocument;
  /** Reads the latest settings and the last save from the database; returns the last known ones if it is unreachable. */
  shown(): Promise<ShownEngines>;
  /**
   * Saves a change based on `revision`, as `author`. Values equal to the current ones are ignored; if none differ, no revision
   * is created. Throws DatabaseUnavailableError, or the database's own fault.
   */
  save(save: {
    readonly revision: number;
    /** An unvalidated EngineSettingsChange. */
    readonly change: Readonly<Record<string, unknown>>;
    readonly author: Actor;
    readonly checkAuthor?: AuthorCheck;
  }): Promise<EngineSaveOutcome>;
  /** Calls the listener after each new revision and returns a function that unsubscribes. The listener must not throw. */
  onChange(listener: (settings: EngineSettingsDocument) => void): () => void;
  /** Stops polling for revisions of other instances. */
  close(): void;
}

export interface EngineSettingsParts {
  readonly database: Database;
  readonly log: Logger;
  /** The value of ENGINES: the engines that are on, in order, until the owner saves an order. */
  readonly first: readonly EngineName[];
  readonly now?: () => Date;
}

/** Creates a holder of the latest settings that notifies its listeners of newer ones. */
const createCurrentSettings = (first: StoredEngines) => {
  let held = first;
  const listeners = new Set<(settings: EngineSettingsDocument) => void>();
  return {
    held: () => held,
    /** Replaces the settings unless the given ones are not newer. */
    take(next: StoredEngines): void {
      if (next.settings.revision <= held.settings.revision) return;
      held = next;
      for (const listener of listeners) listener(next.settings);
    },
    onChange(listener: (settings: EngineSettingsDocument) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

const shownOf = ({ settings, chosen, saves }: StoredEngines): ShownEngines => ({
  settings,
  chosenInPanel: chosen.includes('engines'),
  lastSave: saves.at(-1) ?? null,
});

interface SaveRequest {
  readonly revision: number;
  readonly change: EngineSettingsChange;
  readonly author: Actor;
  readonly checkAuthor?: AuthorCheck | undefined;
}
type Saved =
  | { readonly ok: true; readonly stored: StoredEngines }
  | Extract<EngineSaveOutcome, { readonly ok: false }>;

/** Performs one save inside its transaction, which excludes other writers. */
const saveIn = async (
  trx: Transaction<Tables>,
  { revision, change, author, checkAuthor }: SaveRequest,
  read: (value: string | null) => StoredEngines,
  at: Date,
): Promise<Saved> => {
  const forbidden = (await checkAuthor?.(trx)) ?? null;
  if (forbidden !== null) return { ok: false, code: forbidden };
  const before = read(await ROW.read(trx));
  if (before.settings.revision !== revision)
    return { ok: false, code: 'conflict', since: before.saves.filter((save) => save.revision > revision) };
  const settings = { ...withChange(before.settings, change), revision: revision + 1 };
  const changed = differingEngineSettings(before.settings, settings);
  if (changed.length === 0) return { ok: true, stored: before };
  const save = {
    revision: settings.revision,
    savedAt: at.toISOString(),
    author: author?.name ?? null,
    changed,
  };
  const chosen = [...new Set([...before.chosen, ...changed])];
  const stored = { settings, chosen, saves: [...before.saves, save].slice(-ENGINE_REVISIONS_MAX) };
  await ROW.write(trx, packEngines(stored));
  const lines = changed.map((part) => ({
    actor: author,
    action: 'engines_saved' as const,
    subject: part,
    ...describeEngines(part, before.settings, settings),
  }));
  await writeActivity(trx, lines, at.getTime());
  return { ok: true, stored };
};

/**
 * Opens the engine settings: the defaults from ENGINES, overridden by the parts in the database. An unreadable stored part
 * gets its default and logs a warning. With PostgreSQL, polls for revisions of other instances. Throws the database's errors.
 */
export const openEngineSettings = async ({
  database,
  log,
  first,
  now = () => new Date(),
}: EngineSettingsParts): Promise<EngineSettings> => {
  const defaults = defaultEngines(first);
  const untouched: StoredEngines = { settings: defaults, chosen: [], saves: [] };
  const read = (value: string | null, tell: Parameters<typeof unpackEngines>[2] = () => undefined) =>
    value === null ? untouched : unpackEngines(value, defaults, tell);
  const holder = createCurrentSettings(untouched);
  let lastSeen: string | null = null;
  const look = async (): Promise<void> => {
    const value = await ROW.read(database.query);
    if (value === lastSeen) return;
    lastSeen = value;
    holder.take(
      read(value, (part) => log.warn({ part }, 'a stored setting of the engines could not be read')),
    );
  };
  await look();
  const stop =
    database.kind === 'postgres'
      ? pollRevisions(look, (err) => log.warn({ err }, "other instances' engine settings cannot be seen"))
      : () => undefined;
  return {
    current: () => holder.held().settings,
    async shown() {
      await look().catch((err: unknown) =>
        log.warn({ err }, 'the settings of the engines are shown as they were last seen'),
      );
      return shownOf(holder.held());
    },
    async save(request) {
      const checked = checkEngineChange(request.change);
      if (!checked.ok) return checked;
      const ready = { ...request, change: checked.change };
      const saved = await database.write((trx) => saveIn(trx, ready, read, now()));
      if (!saved.ok) return saved;
      holder.take(saved.stored);
      return { ok: true, shown: shownOf(saved.stored) };
    },
    onChange: holder.onChange,
    close: stop,
  };
};
