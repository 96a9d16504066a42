import type { AdminSettings, StoredLogo } from '#shared/contract/admin-settings.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import type { CleanContent } from './content/clean-content.ts';
import { type RevisionRow, toSavedBy } from './revision-store.ts';
import { defaultSettings, unpackSettings } from './stored-settings.ts';

export interface SiteBuilder {
  /** The settings of an installation without saved revisions. */
  readonly defaultSettings: AdminSettings;
  /** Builds the settings of a stored revision. Throws the database's errors from the logo lookup. */
  build(row: RevisionRow): Promise<AdminSettings>;
}

interface SiteBuilderParts {
  readonly defaults: Site;
  readonly clean: CleanContent;
  readonly findLogo: (hash: string) => Promise<StoredLogo | undefined>;
  /** Called with the name of an unreadable setting, or 'all', and its revision. */
  readonly unreadable: (setting: SiteSetting | 'all', revision: number) => void;
}

/** Caches the last result of a function: most changes leave content and logo unchanged. */
const memoizeLast = <T>(ask: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  let last: { readonly key: string; readonly answer: T } | null = null;
  return async (key) => {
    if (last?.key !== key) last = { key, answer: await ask(key) };
    return last.answer;
  };
};

/** Creates a builder of settings from stored revisions. It sanitises content again, as this version may allow less than the one that saved it. */
export const createSiteBuilder = ({
  defaults,
  clean,
  findLogo,
  unreadable,
}: SiteBuilderParts): SiteBuilder => {
  const first = defaultSettings(defaults);
  const cleanLast = memoizeLast(clean);
  return {
    defaultSettings: { site: defaults, logo: null, lastSave: null },
    async build(row) {
      const settings = unpackSettings(row.stored, first, (setting) => unreadable(setting, row.revision));
      const content = await cleanLast(settings.content);
      if (content === null) unreadable('content', row.revision);
      const logo = settings.logo === null ? null : ((await findLogo(settings.logo)) ?? null);
      if (settings.logo !== null && logo === null) unreadable('logo', row.revision);
      const lastSave = toSavedBy(row);
      return {
        site: {
          ...defaults,
          ...settings,
          content: content ?? first.content,
          logo: logo?.dataUrl ?? null,
          revision: row.revision,
          updatedAt: lastSave.savedAt,
        },
        logo,
        lastSave,
      };
    },
  };
};
