import type { Site } from '#shared/contract/site.ts';
import { SITE_STORAGE_KEYS, type SiteSetting } from '#shared/contract/site-events.ts';

export const SITE_SETTINGS = Object.keys(SITE_STORAGE_KEYS) as SiteSetting[];

/** Which revision of the settings the keys hold, and when that was made. */
export const REVISION_KEY = 'siteRevision';
/** Older than every revision: some of the keys are not of the revision the others are. */
const MIXED = '-1';

const TEXTS: Readonly<Record<SiteSetting, (site: Site) => string | null>> = {
  title: ({ title }) => title,
  logo: ({ logo }) => logo,
  socialLinks: ({ socialLinks }) => JSON.stringify(socialLinks),
  maintenance: ({ maintenance }) => String(maintenance),
  content: ({ content }) => JSON.stringify({ content }),
  navbar: ({ navbar }) => JSON.stringify(navbar),
};

/** What a setting looks like in the browser's storage (specification section 3); null for a key that is not there. */
export const storedForm = (site: Site, setting: SiteSetting): string | null => TEXTS[setting](site);

/** The settings two sites do not have in common. */
export const changedSettings = (one: Site, other: Site): SiteSetting[] =>
  SITE_SETTINGS.filter((setting) => storedForm(one, setting) !== storedForm(other, setting));

/** The text under a setting's key. Throws where storage is blocked. */
export const storedText = (storage: Storage, setting: SiteSetting): string | null =>
  storage.getItem(SITE_STORAGE_KEYS[setting]);

/** The revision a text under the revision's key names, NaN when it names none. */
export const revisionIn = (text: string | null): number => Number.parseInt(text ?? '', 10);

/** The revision the keys hold, NaN when that is not known. Throws where storage is blocked. */
export const storedRevision = (storage: Storage): number => revisionIn(storage.getItem(REVISION_KEY));

/** Tells two sites of one number apart too: a server whose data was lost counts anew. */
const markOf = ({ revision, updatedAt }: Site): string => `${String(revision)} ${updatedAt}`;

/** Whether the keys were written from this very site, by whichever tab. Throws where storage is blocked. */
export const isMirrored = (storage: Storage, site: Site): boolean =>
  storage.getItem(REVISION_KEY) === markOf(site);

/** Writes one key unless it holds that already, as other tabs hear of every write; gives whether it holds it now. */
function write(storage: Storage, key: string, text: string | null): boolean {
  try {
    if (storage.getItem(key) === text) return true;
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Writes these settings of a site under their keys. Never throws: what does not fit keeps its old text and is known as old. */
export function mirrorSite(storage: Storage, site: Site, settings: readonly SiteSetting[]): void {
  // First, so that a tab which hears of the keys can tell by it whether they are older than its own.
  write(storage, REVISION_KEY, markOf(site));
  const whole = settings.map((setting) =>
    write(storage, SITE_STORAGE_KEYS[setting], storedForm(site, setting)),
  );
  if (whole.includes(false)) write(storage, REVISION_KEY, MIXED);
}
