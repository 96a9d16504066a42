import {
  type AdminSettings,
  type ListedRevision,
  type PastSettings,
  type SavedBy,
  type SavedSetting,
  type SettingValues,
  type StoredPicture,
  savedValues,
} from '#shared/contract/admin-settings.ts';
import { byLegalText, LEGAL_TEXT_SETTINGS, type LegalTexts } from '#shared/contract/legal-texts.ts';
import {
  byPicture,
  PICTURE_SETTINGS,
  type Site,
  type SiteAbilities,
  type SiteSetting,
  siteSchema,
} from '#shared/contract/site.ts';
import { hasSameAbilities, SITE_SETTING_NAMES } from '#shared/contract/site-settings.ts';
import type { Database } from '../../base/db/database.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { type CleanContent, cleanContent } from './content/clean-content.ts';
import { storedLogo } from './logo-rows.ts';
import {
  openRevisedSettings,
  type RevisedSettings,
  type SaveOutcome,
  type SaveRequest,
} from './revised-settings.ts';
import type { Revision, Unreadable } from './revision-store.ts';
import { createRowStore } from './row-store.ts';
import { createSiteDescriptors, type SiteRefusal } from './site-setting-descriptors.ts';

type SiteSaveRefusal = SiteRefusal | 'logo_unknown';
export type SiteSaveOutcome = SaveOutcome<AdminSettings, SavedSetting, SiteSaveRefusal>;

/** Called after a new revision takes effect, with the public settings that changed. Must not throw: no caller would handle it. */
export type SiteListener = (changed: readonly SiteSetting[], site: Site) => void;

/** Reads, saves and restores the site settings. */
export interface SiteSettings
  extends Pick<RevisedSettings<AdminSettings, SavedSetting, SiteSaveRefusal>, 'refresh'> {
  /** Returns the current public settings; the same object until a change, so callers can compare by identity. */
  current(): Site;
  /** Returns the owner's legal texts. A change of them also changes the object that `current` returns. */
  legalTexts(): LegalTexts;
  /** Saves a change; see RevisedSettings. */
  save(request: SaveRequest): Promise<SiteSaveOutcome>;
  /** Saves settings with their values from the revision `of`. Works like `save`; returns null if `of` is no longer stored. */
  restore(
    request: Omit<SaveRequest, 'change'> & {
      readonly of: number;
      readonly settings: readonly SavedSetting[];
    },
  ): Promise<SiteSaveOutcome | null>;
  /** Returns the restorable saves, newest first; only those that changed `setting` if it is given. */
  revisions(setting?: SavedSetting): Promise<ListedRevision[]>;
  /** Returns the settings of a stored revision, or the defaults for 0; null if the revision is not stored. */
  revision(revision: number): Promise<PastSettings | null>;
  /** Calls the listener after each new revision and returns a function that unsubscribes. */
  onChange(listener: SiteListener): () => void;
}

export interface SiteSettingsParts {
  readonly database: Database;
  /** The settings used until the owner saves others. */
  readonly defaults: Site;
  readonly log: Logger;
  readonly now?: () => Date;
  /** The sanitiser of the content. */
  readonly clean?: CleanContent | undefined;
  /** What the site can do, asked on every read; the default values if absent. */
  readonly abilities?: () => SiteAbilities;
}

/** Returns the settings in which two sites differ. */
const differing = (one: Site, other: Site): SiteSetting[] =>
  SITE_SETTING_NAMES.filter((setting) => JSON.stringify(one[setting]) !== JSON.stringify(other[setting]));

/** Caches the last result of a function: most changes leave a long text unchanged. */
const memoizeLast = <T>(ask: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  let last: { readonly key: string; readonly answer: T } | null = null;
  return async (key) => {
    if (last?.key !== key) last = { key, answer: await ask(key) };
    return last.answer;
  };
};

/** Creates the function that builds the public settings of a revision. */
const createBuilder = ({
  database,
  defaults,
  clean,
  unreadable,
}: Pick<SiteSettingsParts, 'database' | 'defaults'> & {
  readonly clean: CleanContent;
  readonly unreadable: Unreadable<SettingValues>;
}) => {
  // Sanitised again, as this version may allow less than the one that saved the content.
  const cleanLast = memoizeLast(clean);
  const cleanLastLegal = byLegalText(() => memoizeLast(clean));
  const readLegalTexts = async ({ revision, values }: Revision<SettingValues>) => {
    const texts = byLegalText(() => '');
    for (const setting of LEGAL_TEXT_SETTINGS) {
      const html = await cleanLastLegal[setting](values[setting]);
      if (html === null) unreadable(setting, revision);
      texts[setting] = html ?? '';
    }
    return texts;
  };
  const readPictures = async ({ revision, values }: Revision<SettingValues>) => {
    const pictures = byPicture<StoredPicture | null>(() => null);
    for (const setting of PICTURE_SETTINGS) {
      const hash = values[setting];
      if (hash === null) continue;
      pictures[setting] = (await storedLogo(database.query, hash)) ?? null;
      if (pictures[setting] === null) unreadable(setting, revision);
    }
    return pictures;
  };
  return async (stored: Revision<SettingValues>): Promise<AdminSettings> => {
    const { revision, values, chosen, lastSave } = stored;
    const content = await cleanLast(values.content);
    if (content === null) unreadable('content', revision);
    const pictures = await readPictures(stored);
    return {
      site: {
        ...defaults,
        ...(Object.fromEntries(SITE_SETTING_NAMES.map((name) => [name, values[name]])) as Pick<
          SettingValues,
          SiteSetting
        >),
        content: content ?? defaults.content,
        ...byPicture((setting) => pictures[setting]?.dataUrl ?? null),
        logoPath: pictures.logo === null ? null : `/api/logo/${pictures.logo.hash}`,
        revision,
        updatedAt: lastSave?.savedAt ?? defaults.updatedAt,
      },
      ...pictures,
      contactChosenInPanel: chosen.includes('contactEmail'),
      contactVariableSet: defaults.contactEmail !== null,
      ...(await readLegalTexts(stored)),
      lastSave,
    };
  };
};

/** Returns a reader of the current site with its abilities; it returns the same object until either changes. */
const withAbilities = (current: () => Site, abilities: () => SiteAbilities): (() => Site) => {
  let from: Site | null = null;
  let shown: Site | null = null;
  return () => {
    const [site, now] = [current(), abilities()];
    if (hasSameAbilities(site, now)) return site;
    if (shown === null || from !== site || !hasSameAbilities(shown, now))
      [from, shown] = [site, { ...site, samples: now.samples, readsStories: now.readsStories }];
    return shown;
  };
};

/** Settings whose default comes from an environment variable. */
const FROM_ENVIRONMENT = ['contactEmail'] as const satisfies readonly SiteSetting[];

/**
 * Loads the site settings: the defaults, overridden by the settings in the database. An unreadable stored setting gets its default and logs
 * a warning. Throws the database's errors, and a ZodError for invalid defaults.
 */
export const openSiteSettings = async (parts: SiteSettingsParts): Promise<SiteSettings> => {
  const { database, log, now = () => new Date(), clean = cleanContent } = parts;
  const defaults = siteSchema.parse(parts.defaults);
  const descriptors = createSiteDescriptors(clean);
  const store = createRowStore(
    descriptors,
    savedValues(defaults, { ...byPicture(() => null), ...byLegalText(() => '') }),
    FROM_ENVIRONMENT,
  );
  const unreadable: Unreadable<SettingValues> = (setting, revision) =>
    log.warn({ setting, revision }, 'a stored setting could not be read');
  const build = createBuilder({ database, defaults, clean, unreadable });
  const revised = await openRevisedSettings<SettingValues, AdminSettings, SiteSaveRefusal>({
    database,
    store,
    descriptors,
    build,
    async findFault(trx, change) {
      for (const setting of PICTURE_SETTINGS) {
        const hash = change[setting];
        if (typeof hash === 'string' && (await storedLogo(trx, hash)) === undefined) return 'logo_unknown';
      }
      return null;
    },
    unreadable,
    onFault: (err) => log.warn({ err }, 'the settings are shown as they were last seen'),
    now,
  });
  const current = () => revised.current().site;
  return {
    current: withAbilities(current, parts.abilities ?? (() => defaults)),
    legalTexts: revised.current,
    refresh: revised.refresh,
    save: (request) => revised.save({ ...request, action: 'settings_saved' }),
    async restore({ of, settings, ...request }) {
      const past = await store.find(database.query, of);
      if (past === null) return null;
      const change = Object.fromEntries(settings.map((setting) => [setting, past.values[setting]]));
      return revised.save({ ...request, change, action: 'settings_restored' });
    },
    async revisions(setting) {
      const { query } = database;
      const [saves, latest] = [await store.lastSaves(query, setting), await store.latest(query)];
      const isLive = async ({ revision }: SavedBy): Promise<boolean> => {
        if (setting === undefined || revision === latest.revision) return revision === latest.revision;
        const past = await store.find(query, revision);
        return (
          past !== null && JSON.stringify(past.values[setting]) === JSON.stringify(latest.values[setting])
        );
      };
      return Promise.all(saves.map(async (save) => ({ ...save, isLive: await isLive(save) })));
    },
    async revision(revision) {
      const past = await store.find(database.query, revision, unreadable);
      if (past === null) return null;
      const { site, lastSave, ...apart } = await build(past);
      return {
        site,
        ...byLegalText((setting) => apart[setting]),
        savedBy: lastSave ?? {
          revision: 0,
          savedAt: site.updatedAt,
          author: null,
          authorId: null,
          changed: [],
        },
      };
    },
    onChange: (listener) =>
      revised.onChange(({ site }, before) => listener(differing(before.site, site), site)),
  };
};
