import type { Site } from '#shared/contract/site.ts';
import { SITE_STORAGE_KEYS, type SiteSetting } from '#shared/contract/site-events.ts';

export const SITE_SETTINGS = Object.keys(SITE_STORAGE_KEYS) as SiteSetting[];

/** Storage key for the mirrored revision and the time it was saved. */
export const REVISION_KEY = 'siteRevision';
/** Mark for keys of mixed revisions; older than every revision. */
const MIXED = '-1';

const TEXTS: Readonly<Record<SiteSetting, (site: Site) => string | null>> = {
  title: ({ title }) => title,
  logo: ({ logo }) => logo,
  socialLinks: ({ socialLinks }) => JSON.stringify(socialLinks),
  maintenance: ({ maintenance }) => String(maintenance),
  content: ({ content }) => JSON.stringify({ content }),
  navbar: ({ navbar }) => JSON.stringify(navbar),
};

/** Returns the text of a setting in the browser's storage; null when the key is absent. */
export const storedForm = (site: Site, setting: SiteSetting): string | null => TEXTS[setting](site);

/** Returns the settings in which two sites differ. */
export const changedSettings = (one: Site, other: Site): SiteSetting[] =>
  SITE_SETTINGS.filter((setting) => storedForm(one, setting) !== storedForm(other, setting));

/** Reads the text under a setting's key. Throws where storage is blocked. */
export const storedText = (storage: Storage, setting: SiteSetting): string | null =>
  storage.getItem(SITE_STORAGE_KEYS[setting]);

/** Parses the revision in a text stored under the revision key; returns NaN when there is none. */
export const parseRevision = (text: string | null): number => Number.parseInt(text ?? '', 10);

/** Returns the mirrored revision; NaN when it is unknown. Throws where storage is blocked. */
export const storedRevision = (storage: Storage): number => parseRevision(storage.getItem(REVISION_KEY));

/**
 * Returns the text stored under the revision key. It includes the time, because a server that lost its data restarts at
 * 0.
 */
const revisionMark = ({ revision, updatedAt }: Site): string => `${String(revision)} ${updatedAt}`;

/** Returns whether any tab has mirrored exactly this site. Throws where storage is blocked. */
export const isMirrored = (storage: Storage, site: Site): boolean =>
  storage.getItem(REVISION_KEY) === revisionMark(site);

/**
 * Writes a key unless it is unchanged, because every write notifies other tabs. Returns whether the key now holds the
 * text.
 */
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

/**
 * Writes these settings under their keys. Never throws: a value that does not fit keeps its old text, and the mirror is
 * marked as mixed.
 */
export function mirrorSite(storage: Storage, site: Site, settings: readonly SiteSetting[]): void {
  // Written first, so that tabs notified of the other keys can check whether the values are older than theirs.
  write(storage, REVISION_KEY, revisionMark(site));
  const written = settings.map((setting) =>
    write(storage, SITE_STORAGE_KEYS[setting], storedForm(site, setting)),
  );
  if (written.includes(false)) write(storage, REVISION_KEY, MIXED);
}
