import type { AdminSettings, PastSettings, SavedBy } from '#shared/contract/admin-settings.ts';
import { type Site, siteSchema } from '#shared/contract/site.ts';
import { SITE_EVENTS, type SiteSetting } from '#shared/contract/site-events.ts';
import type { Actor } from '../activity/activity-log.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import { type CleanContent, cleanContent } from './content/clean-content.ts';
import { storedLogo } from './logo-rows.ts';
import { pollRevisions } from './poll-revisions.ts';
import { lastSaves, latestRevision, latestRow, type RevisionRow, revisionRow } from './revision-store.ts';
import { type AuthorCheck, createSettingsSaver, type SaveRefusal } from './save-settings.ts';
import { createSiteBuilder, type SiteBuilder } from './site-builder.ts';
import { defaultSettings, unpackSettings } from './stored-settings.ts';

/** Called after a new revision takes effect, with the settings that changed. Must not throw: no caller would handle it. */
export type SiteListener = (changed: readonly SiteSetting[], site: Site) => void;

export type SaveOutcome = { readonly ok: true; readonly settings: AdminSettings } | SaveRefusal;

/** Reads and changes the public settings. */
export interface SiteSettings {
  /** Returns the current settings; the same object until a change, so callers can compare by identity. */
  current(): Site;
  /** Reads the latest settings with logo and last save; returns the last known ones if the database is unreachable. */
  admin(): Promise<AdminSettings>;
  /**
   * Saves a change based on `revision`, as `author`. Values equal to the current ones are ignored; if none differ, no revision
   * is created. Rejects an invalid change, and with 'conflict' a `revision` that is not the current one. `checkAuthor`
   * repeats the permission check, because the author may have lost access while the body arrived. Throws DatabaseUnavailableError, or the database's own fault.
   */
  save(save: {
    readonly revision: number;
    /** An unvalidated SettingsChange. */
    readonly change: Readonly<Record<string, unknown>>;
    readonly author: Actor;
    readonly checkAuthor?: AuthorCheck;
  }): Promise<SaveOutcome>;
  /** Saves settings with their values from the revision `of`. Works like `save`; returns null if `of` is no longer stored. */
  restore(restore: {
    readonly revision: number;
    readonly of: number;
    readonly settings: readonly SiteSetting[];
    readonly author: Actor;
    readonly checkAuthor?: AuthorCheck;
  }): Promise<SaveOutcome | null>;
  /** Returns the restorable saves, newest first; only those that changed `setting` if it is given. */
  revisions(setting?: SiteSetting): Promise<SavedBy[]>;
  /** Returns the settings of a stored revision, or the defaults for 0; null if the revision is not stored. */
  revision(revision: number): Promise<PastSettings | null>;
  /** Calls the listener after each new revision and returns a function that unsubscribes. */
  onChange(listener: SiteListener): () => void;
  /** Stops polling for revisions of other instances. */
  close(): void;
}

export interface SiteSettingsParts {
  readonly database: Database;
  /** The settings used until the owner saves others. */
  readonly defaults: Site;
  readonly log: Logger;
  readonly now?: () => Date;
  /** The sanitiser of the content. */
  readonly clean?: CleanContent;
}

const SETTINGS = Object.keys(SITE_EVENTS) as SiteSetting[];

/** Returns the settings in which two sites differ. */
const differing = (one: Site, other: Site): SiteSetting[] =>
  SETTINGS.filter((setting) => JSON.stringify(one[setting]) !== JSON.stringify(other[setting]));

/** Creates a holder of the latest settings that notifies its listeners of newer ones. */
const createCurrentSettings = (first: AdminSettings) => {
  let held = first;
  const listeners = new Set<SiteListener>();
  return {
    held: () => held,
    /** Replaces the settings unless the given ones are not newer. */
    take(next: AdminSettings): void {
      if (next.site.revision <= held.site.revision) return;
      const changed = differing(held.site, next.site);
      held = next;
      for (const listener of listeners) listener(changed, next.site);
    },
    onChange(listener: SiteListener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

type CurrentSettings = ReturnType<typeof createCurrentSettings>;

/** Creates the functions that read stored revisions. */
const createHistory = ({ query }: Database, maker: SiteBuilder) => ({
  revisions: (setting?: SiteSetting) => lastSaves(query, setting),
  async revision(revision: number): Promise<PastSettings | null> {
    const row = revision === 0 ? undefined : await revisionRow(query, revision);
    if (row === undefined && revision !== 0) return null;
    const { site, lastSave } = row === undefined ? maker.defaultSettings : await maker.build(row);
    return { site, savedBy: lastSave ?? { revision: 0, savedAt: site.updatedAt, author: null, changed: [] } };
  },
});

/** Creates the functions that load a given revision, or the latest one if it is newer, into the holder. */
const createLoader = ({ query }: Database, maker: SiteBuilder, holder: CurrentSettings) => {
  const load = async (row: RevisionRow | undefined): Promise<AdminSettings> => {
    if (row === undefined) return maker.defaultSettings;
    if (row.revision === holder.held().site.revision) return holder.held();
    const settings = await maker.build(row);
    holder.take(settings);
    return settings;
  };
  const look = async (): Promise<void> => {
    if ((await latestRevision(query)) > holder.held().site.revision) await load(await latestRow(query));
  };
  return { load, look };
};

/**
 * Opens the site settings: the defaults, overridden by the settings in the database. An unreadable stored setting gets its
 * default and logs a warning. With PostgreSQL, polls for revisions of other instances. Throws the database's errors, and a
 * ZodError for invalid defaults.
 */
export const openSiteSettings = async (parts: SiteSettingsParts): Promise<SiteSettings> => {
  const { database, log, now = () => new Date(), clean = cleanContent } = parts;
  const defaults = siteSchema.parse(parts.defaults);
  const maker = createSiteBuilder({
    defaults,
    clean,
    findLogo: (hash) => storedLogo(database.query, hash),
    unreadable: (setting, revision) => log.warn({ setting, revision }, 'a stored setting could not be read'),
  });
  const holder = createCurrentSettings(maker.defaultSettings);
  const { load, look } = createLoader(database, maker, holder);
  await look();
  const stop =
    database.kind === 'postgres'
      ? pollRevisions(look, (err) => log.warn({ err }, 'the settings of other instances cannot be seen'))
      : () => undefined;
  const saver = createSettingsSaver({
    database,
    defaults: defaultSettings(defaults),
    clean,
    now,
    knownRevision: () => holder.held().site.revision,
  });
  const finish = async (outcome: Awaited<ReturnType<typeof saver>>): Promise<SaveOutcome> =>
    outcome.ok ? { ok: true, settings: await load(outcome.row) } : outcome;
  return {
    current: () => holder.held().site,
    async admin() {
      await look().catch((err: unknown) =>
        log.warn({ err }, 'the settings are shown as they were last seen'),
      );
      return holder.held();
    },
    save: async (save) => finish(await saver({ ...save, action: 'settings_saved' })),
    async restore({ of, settings, ...save }) {
      const row = of === 0 ? undefined : await revisionRow(database.query, of);
      if (row === undefined && of !== 0) return null;
      const past = unpackSettings(row?.stored ?? '{}', defaultSettings(defaults), () => undefined);
      const change = Object.fromEntries(settings.map((setting) => [setting, past[setting]]));
      return finish(await saver({ ...save, change, action: 'settings_restored' }));
    },
    ...createHistory(database, maker),
    onChange: holder.onChange,
    close: stop,
  };
};
