import { isDeepStrictEqual } from 'node:util';
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
import { byLegalText, type LegalTexts } from '#shared/contract/legal-texts.ts';
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
import { readStoredLogo } from './logo-rows.ts';
import {
  openRevisedSettings,
  type Revision,
  type SaveRequest,
  type UnreadableListener,
} from './revised-settings.ts';
import { LONG_TEXTS, rowStore } from './row-store.ts';
import { createSiteSettingDescriptors } from './site-setting-descriptors.ts';

/** Called after a new revision takes effect, with the public settings that changed. Must not throw: no caller would handle it. */
export type SiteListener = (changed: readonly SiteSetting[], site: Site) => void;

/** Reads, saves and restores the site settings. */
export type SiteSettings = Awaited<ReturnType<typeof openSiteSettings>>;

interface SiteSettingsParts {
  readonly database: Database;
  /** The settings used until the owner saves others. */
  readonly defaults: Site;
  /** Path below which the site lies; its host's root if absent. */
  readonly basePath?: string | undefined;
  readonly log: Logger;
  readonly now?: () => Date;
  /** Sanitiser of the content and the legal texts; `cleanContent` if absent. */
  readonly clean?: CleanContent | undefined;
}

/** Returns the public settings in which two sites differ. */
const differing = (one: Site, other: Site): SiteSetting[] =>
  SITE_SETTING_NAMES.filter((setting) => JSON.stringify(one[setting]) !== JSON.stringify(other[setting]));

/** Returns a function that calls `compute` only if the key differs from that of the last call, and else returns the last result. */
const memoizeLast = <T>(compute: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  let last: { readonly key: string; readonly answer: T } | null = null;
  return async (key) => {
    if (last?.key !== key) last = { key, answer: await compute(key) };
    return last.answer;
  };
};

/**
 * Creates the function that converts a revision to the settings as the panel gets them: the public site, the stored pictures and the
 * sanitised texts. The function reports texts and pictures that cannot be read to `unreadable` and leaves them out.
 */
const createBuilder = ({
  database,
  defaults,
  basePath = '',
  clean,
  unreadable,
}: Pick<SiteSettingsParts, 'database' | 'defaults' | 'basePath'> & {
  readonly clean: CleanContent;
  readonly unreadable: UnreadableListener<SettingValues>;
}) => {
  // Sanitised again, as this version may allow less than the one that saved the text.
  const cleaners = LONG_TEXTS.map((setting) => ({ setting, cleanLast: memoizeLast(clean) }));
  const readTexts = async ({ revision, values }: Revision<SettingValues>) => {
    const texts = { content: '', ...byLegalText(() => '') };
    for (const { setting, cleanLast } of cleaners) {
      const html = await cleanLast(values[setting]);
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
      pictures[setting] = (await readStoredLogo(database.query, hash)) ?? null;
      if (pictures[setting] === null) unreadable(setting, revision);
    }
    return pictures;
  };
  return async (stored: Revision<SettingValues>): Promise<AdminSettings> => {
    const { revision, values, chosenNames, lastSave } = stored;
    const { content, ...legalTexts } = await readTexts(stored);
    const pictures = await readPictures(stored);
    return {
      site: {
        ...defaults,
        ...(Object.fromEntries(SITE_SETTING_NAMES.map((name) => [name, values[name]])) as Pick<
          SettingValues,
          SiteSetting
        >),
        content,
        ...byPicture((setting) => pictures[setting]?.dataUrl ?? null),
        logoPath: pictures.logo === null ? null : `${basePath}/api/logo/${pictures.logo.hash}`,
        revision,
        updatedAt: lastSave?.savedAt ?? defaults.updatedAt,
      },
      ...pictures,
      contactChosenInPanel: chosenNames.includes('contactEmail'),
      contactVariableSet: defaults.contactEmail !== null,
      ...legalTexts,
      lastSave,
    };
  };
};

/** Settings whose default comes from an environment variable. */
const FROM_ENVIRONMENT = ['contactEmail'] as const satisfies readonly SiteSetting[];

/**
 * Opens the site settings for reading, saving and restoring. They are the defaults, overridden by the settings in the database. An
 * unreadable stored setting gets its default and logs a warning. Throws the database's errors, and a ZodError for invalid defaults.
 */
export const openSiteSettings = async (parts: SiteSettingsParts) => {
  const { database, log, now = () => new Date(), clean = cleanContent } = parts;
  const { query } = database;
  const defaults = siteSchema.parse(parts.defaults);
  const defaultValues = savedValues(defaults, { ...byPicture(() => null), ...byLegalText(() => '') });
  const unreadable: UnreadableListener<SettingValues> = (setting, revision) =>
    log.warn({ setting, revision }, 'a stored setting could not be read');
  const build = createBuilder({ ...parts, clean, unreadable });
  const revised = await openRevisedSettings<SettingValues, AdminSettings>({
    database,
    store: rowStore,
    descriptors: createSiteSettingDescriptors(clean),
    defaults: defaultValues,
    // A chosen value that another environment would change is kept even if it equals the default.
    isKept: (name, values) =>
      FROM_ENVIRONMENT.some((setting) => setting === name) ||
      !isDeepStrictEqual(values[name], defaultValues[name]),
    build,
    async findFault(trx, change) {
      for (const setting of PICTURE_SETTINGS) {
        const hash = change[setting];
        if (typeof hash === 'string' && (await readStoredLogo(trx, hash)) === undefined)
          return 'logo_unknown';
      }
      return null;
    },
    onUnreadable: unreadable,
    onFault: (err) => log.warn({ err }, 'the settings are shown as they were last seen'),
    now,
  });
  let abilities: SiteAbilities = defaults;
  let current = revised.held.shown.site;
  const update = (): void => {
    const { site } = revised.held.shown;
    const { samples, readsStories } = abilities;
    current = hasSameAbilities(site, abilities) ? site : { ...site, samples, readsStories };
  };
  revised.onChange(update);

  /** Reads a stored revision, or the defaults for 0; null if it is not stored. */
  const readPast = async (revision: number, reportsUnreadable: boolean) => {
    const stored = revision === 0 ? null : await rowStore.find(query, revision);
    return stored === null && revision !== 0 ? null : revised.read(stored, reportsUnreadable);
  };
  return {
    /** Returns the current public settings; the same object until a change, so callers can compare by identity. */
    current: (): Site => current,
    /** Returns the current settings with the owner's legal texts. With each new revision, `current` returns another object, too. */
    stored: (): LegalTexts & { readonly site: Site } => revised.held.shown,
    /** Sets what the site can do. Before the first call, the defaults state it. */
    setAbilities(given: SiteAbilities): void {
      if (hasSameAbilities(current, given)) return;
      abilities = given;
      update();
    },
    /** Makes the latest stored settings current and returns them; see RevisedSettings. */
    refresh: revised.refresh,
    /** Saves a change; see RevisedSettings. */
    save: (request: SaveRequest) => revised.save({ ...request, action: 'settings_saved' }),
    /** Saves `settings` with their values in the revision `fromRevision`, as `save` does; returns null if that revision is no longer stored. */
    async restore({
      fromRevision,
      settings,
      ...request
    }: Omit<SaveRequest, 'change'> & {
      readonly fromRevision: number;
      readonly settings: readonly SavedSetting[];
    }) {
      const past = await readPast(fromRevision, false);
      if (past === null) return null;
      const change = Object.fromEntries(settings.map((setting) => [setting, past.values[setting]]));
      return revised.save({ ...request, change, action: 'settings_restored' });
    },
    /** Returns the restorable saves, newest first; only those that changed `setting` if it is given. */
    async revisions(setting?: SavedSetting): Promise<ListedRevision[]> {
      const saves = await rowStore.lastSaves(query, setting);
      const latest = revised.read(await rowStore.latest(query), false);
      const isLive = async ({ revision }: SavedBy): Promise<boolean> => {
        if (setting === undefined || revision === latest.revision) return revision === latest.revision;
        const past = await readPast(revision, false);
        return past !== null && isDeepStrictEqual(past.values[setting], latest.values[setting]);
      };
      return Promise.all(
        saves.map(revised.summarise).map(async (save) => ({ ...save, isLive: await isLive(save) })),
      );
    },
    /** Returns the settings of a stored revision, or the defaults for 0; null if the revision is not stored. */
    async revision(revision: number): Promise<PastSettings | null> {
      const past = await readPast(revision, true);
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
    /** Calls the listener after each new revision and returns a function that unsubscribes. */
    onChange: (listener: SiteListener) =>
      revised.onChange(({ site }, before) => listener(differing(before.site, site), site)),
  };
};
