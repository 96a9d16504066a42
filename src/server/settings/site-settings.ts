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

/** Hears of a new revision once it holds, with the settings that differ. Must not throw: nobody it could tell is waiting. */
export type SiteListener = (changed: readonly SiteSetting[], site: Site) => void;

export type SaveOutcome = { readonly ok: true; readonly settings: AdminSettings } | SaveRefusal;

/** The one place public settings are read from and changed through. */
export interface SiteSettings {
  /** The settings as they are. The same object until a change, so identity tells whether something has changed. */
  current(): Site;
  /** The settings with their logo and last save; what another instance has just saved is among them unless the database is away. */
  admin(): Promise<AdminSettings>;
  /**
   * Saves a change made to the settings of `revision`, as `author`. Equal values count as not given, and with nothing
   * left there is no new revision. Refuses what breaks a rule, and with 'conflict' any other `revision` than the
   * present one. `checkAuthor` is for who is signed in: a body takes its time to arrive, and they may have lost their place
   * since. Throws DatabaseUnavailableError, or the database's own fault.
   */
  save(save: {
    readonly revision: number;
    /** A SettingsChange, to be checked here. */
    readonly change: Readonly<Record<string, unknown>>;
    readonly author: Actor;
    readonly checkAuthor?: AuthorCheck;
  }): Promise<SaveOutcome>;
  /** Brings settings back as they were in the revision `of`; else like `save`, null when `of` is not kept any more. */
  restore(restore: {
    readonly revision: number;
    readonly of: number;
    readonly settings: readonly SiteSetting[];
    readonly author: Actor;
    readonly checkAuthor?: AuthorCheck;
  }): Promise<SaveOutcome | null>;
  /** The kept saves, newest first: of all settings or those that changed one. */
  revisions(setting?: SiteSetting): Promise<SavedBy[]>;
  /** The settings as they were in a kept revision, or before the first (0); null for any other. */
  revision(revision: number): Promise<PastSettings | null>;
  /** Calls the listener after each new revision; gives the way to stop. */
  onChange(listener: SiteListener): () => void;
  /** Ends the looking for what other instances save. */
  close(): void;
}

export interface SiteSettingsParts {
  readonly database: Database;
  /** What holds until somebody changes it. */
  readonly defaults: Site;
  readonly log: Logger;
  readonly now?: () => Date;
  /** The sanitiser of the content. */
  readonly clean?: CleanContent;
}

const SETTINGS = Object.keys(SITE_EVENTS) as SiteSetting[];

/** The settings in which two sites differ. */
const differing = (one: Site, other: Site): SiteSetting[] =>
  SETTINGS.filter((setting) => JSON.stringify(one[setting]) !== JSON.stringify(other[setting]));

/** Holds the latest settings, and tells who listens when newer ones come. */
const createCurrentSettings = (first: AdminSettings) => {
  let held = first;
  const listeners = new Set<SiteListener>();
  return {
    held: () => held,
    /** Older ones than those that hold are late news. */
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

/** Shows settings as they were; the maker may be asked for any kept revision. */
const createHistory = ({ query }: Database, maker: SiteBuilder) => ({
  revisions: (setting?: SiteSetting) => lastSaves(query, setting),
  async revision(revision: number): Promise<PastSettings | null> {
    const row = revision === 0 ? undefined : await revisionRow(query, revision);
    if (row === undefined && revision !== 0) return null;
    const { site, lastSave } = row === undefined ? maker.defaultSettings : await maker.build(row);
    return { site, savedBy: lastSave ?? { revision: 0, savedAt: site.updatedAt, author: null, changed: [] } };
  },
});

/** Gives the latest settings of the database to the holder: always, or only when they are newer. */
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
 * Opens the stored settings: the defaults, and over them what the database holds. A stored setting that cannot be read
 * is the default's and a warning in the log. Where several instances share the database, follows what they save.
 * Throws what the database throws, and zod's error for defaults that are not valid.
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
