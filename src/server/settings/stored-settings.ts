import { isDeepStrictEqual } from 'node:util';
import { type SettingsChange, settingsChangeSchema } from '#shared/contract/admin-settings.ts';
import { NAV_TARGETS, type Site, SOCIAL_PLATFORMS } from '#shared/contract/site.ts';
import { SITE_STORAGE_KEYS, type SiteSetting } from '#shared/contract/site-events.ts';
import { fillFields, isRecord } from './fill-fields.ts';

/** All settings in their stored form: the logo as a hash. */
export type StoredSettings = { readonly [Name in SiteSetting]: Exclude<SettingsChange[Name], undefined> };

/** The logo comes first, so that rows that use a logo can be found by their prefix. */
const STORED_ORDER: readonly SiteSetting[] = [
  'logo',
  ...(Object.keys(SITE_STORAGE_KEYS) as SiteSetting[]).filter((setting) => setting !== 'logo'),
];

/** Prefix of a stored revision that has a logo; the logo's hash follows. */
export const LOGO_PREFIX = '{"logo":"';

/** Returns the stored form of a new installation's settings. */
export const defaultSettings = ({
  title,
  navbar,
  socialLinks,
  content,
  maintenance,
}: Site): StoredSettings => ({
  title,
  logo: null,
  navbar,
  socialLinks,
  content,
  maintenance,
});

/** Returns the names of the settings in which the two differ. */
export const differingSettings = (one: StoredSettings, other: StoredSettings): SiteSetting[] =>
  STORED_ORDER.filter((setting) => !isDeepStrictEqual(one[setting], other[setting]));

/** Serialises the settings that differ from the defaults as JSON, the logo first. */
export const packSettings = (settings: StoredSettings, defaults: StoredSettings): string => {
  const differing = differingSettings(settings, defaults);
  return JSON.stringify(Object.fromEntries(differing.map((setting) => [setting, settings[setting]])));
};

const parseObject = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
};

const withoutUserInformation = (text: string): string => {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null;
  if (url === null || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
};

/**
 * Removes `user:password@` from the addresses of stored links. The first version accepted it; without this a header or
 * footer that holds one such link would be unreadable as a whole.
 */
const repairStoredLinks = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutUserInformation(value);
  if (Array.isArray(value)) return value.map(repairStoredLinks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, repairStoredLinks(entry)]));
};

const isUnknownPlatform = (platform: unknown): boolean =>
  typeof platform === 'string' && !(SOCIAL_PLATFORMS as readonly string[]).includes(platform);

/** Returns whether a stored target is a section that this version does not have. */
const leadsNowhere = (target: unknown): boolean =>
  typeof target === 'string' &&
  target.startsWith('#') &&
  !(NAV_TARGETS as readonly string[]).includes(target);

const adaptNavbar = (stored: unknown, fallback: StoredSettings['navbar']): unknown => {
  const navbar = fillFields(stored, fallback);
  if (!isRecord(navbar)) return navbar;
  const { links, button } = navbar;
  return {
    ...navbar,
    links: Array.isArray(links)
      ? links.filter((link) => !isRecord(link) || !leadsNowhere(link['target']))
      : links,
    button:
      isRecord(button) && leadsNowhere(button['target'])
        ? { ...button, target: fallback.button.target }
        : button,
  };
};

/** Adapts a setting that another version stored to the fields, sections and social platforms of this one. */
const adaptSetting = (setting: SiteSetting, stored: unknown, defaults: StoredSettings): unknown => {
  if (setting === 'navbar') return adaptNavbar(repairStoredLinks(stored), defaults.navbar);
  if (setting !== 'socialLinks' || !Array.isArray(stored)) return stored;
  const known = stored.filter((link) => !isRecord(link) || !isUnknownPlatform(link['platform']));
  return repairStoredLinks(known);
};

/**
 * Parses a document of packSettings, also of another version, over the defaults. An unreadable setting gets its default, and `unreadable` is called
 * with its name, or with 'all' if the whole document is unreadable.
 */
export const unpackSettings = (
  stored: string,
  defaults: StoredSettings,
  unreadable: (setting: SiteSetting | 'all') => void,
): StoredSettings => {
  const values = parseObject(stored);
  if (values === null) {
    unreadable('all');
    return defaults;
  }
  const read: Record<string, unknown> = { ...defaults };
  for (const setting of STORED_ORDER) {
    if (!Object.hasOwn(values, setting)) continue;
    const value = adaptSetting(setting, values[setting], defaults);
    const parsed = settingsChangeSchema.shape[setting].safeParse(value);
    if (parsed.success) read[setting] = parsed.data;
    else unreadable(setting);
  }
  return read as StoredSettings;
};
