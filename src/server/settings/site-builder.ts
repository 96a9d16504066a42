import type { AdminSettings, StoredLogo } from '#shared/contract/admin-settings.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import type { CleanContent } from './content/clean-content.ts';
import { type RevisionRow, toSavedBy } from './revision-store.ts';
import { defaultSettings, unpackSettings } from './stored-settings.ts';

export interface SiteBuilder {
  /** The settings of an installation nobody has changed anything in. */
  readonly defaultSettings: AdminSettings;
  /** Gives the settings a stored revision stands for. Throws what the database throws while it looks for the logo. */
  build(row: RevisionRow): Promise<AdminSettings>;
}

interface SiteBuilderParts {
  readonly defaults: Site;
  readonly clean: CleanContent;
  readonly findLogo: (hash: string) => Promise<StoredLogo | undefined>;
  /** Hears the name of a setting that cannot be read, or 'all', and the revision it is in. */
  readonly unreadable: (setting: SiteSetting | 'all', revision: number) => void;
}

/** Remembers the answer to the last question: most changes leave the content and the logo as they were. */
const memoizeLast = <T>(ask: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  let last: { readonly key: string; readonly answer: T } | null = null;
  return async (key) => {
    if (last?.key !== key) last = { key, answer: await ask(key) };
    return last.answer;
  };
};

/** Makes settings of what is stored: content is cleaned again, since a later version may allow less than the one that saved it. */
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
