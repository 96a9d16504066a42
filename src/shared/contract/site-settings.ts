import { defaultNavbar } from '#messages/default-navbar.ts';
import { text } from '../messages/text.ts';
import type { NavLink, Site, SiteAbilities, SiteSetting } from './site.ts';

// This file does not import the validator, so that the page's first script does not contain the validator.

/** A setting's default, and how browsers store the setting and announce its changes. */
interface SettingRow<Value> {
  readonly default: Value;
  /** Browser storage key to which the setting is mirrored. */
  readonly storageKey: string;
  /** Name of the window event, and of the event of the live stream, for a changed setting. */
  readonly event: string;
  /** Returns the text under the storage key; null when the key is absent. */
  readonly encode: (value: Value) => string | null;
  /** Returns the unvalidated value of a text under the storage key. Throws for a malformed text. */
  readonly decode: (text: string) => unknown;
}

const PLAIN = { encode: (value: string | null) => value, decode: (text: string) => text };
const JSON_TEXT = { encode: JSON.stringify, decode: JSON.parse };

const link = (id: string, label: string, target: NavLink['target']): NavLink => ({
  id,
  label,
  target,
  visible: true,
  newTab: false,
});

/** Default, browser storage key, event name and text form of each public setting. The schemas are in site.ts. */
export const SITE_SETTINGS: { readonly [Name in SiteSetting]: SettingRow<Site[Name]> } = {
  title: { default: 'Savelet', storageKey: 'websiteTitle', event: 'websiteTitleChanged', ...PLAIN },
  logo: { default: null, storageKey: 'websiteLogo', event: 'websiteLogoChanged', ...PLAIN },
  socialLinks: { default: [], storageKey: 'socialLinks', event: 'socialLinksChanged', ...JSON_TEXT },
  maintenance: {
    default: false,
    storageKey: 'maintenanceMode',
    event: 'maintenanceModeChanged',
    encode: String,
    // Any other text means off.
    decode: (text) => text === 'true',
  },
  content: {
    default: '',
    storageKey: 'admin_settings',
    event: 'contentUpdated',
    encode: (content) => JSON.stringify({ content }),
    decode: (text) => (JSON.parse(text) as { content: unknown }).content,
  },
  navbar: {
    default: {
      v: 1,
      links: [
        link('home', text(defaultNavbar, 'home'), '#hero'),
        link('how-it-works', text(defaultNavbar, 'howItWorks'), '#how-it-works'),
        link('faqs', text(defaultNavbar, 'faqs'), '#faqs'),
        link('contact', text(defaultNavbar, 'contact'), '#contact'),
      ],
      button: { visible: true, label: text(defaultNavbar, 'button'), target: '#hero' },
      sticky: true,
      themeSwitch: true,
    },
    storageKey: 'navbarSettings',
    event: 'navbarChanged',
    ...JSON_TEXT,
  },
  contactEmail: { default: null, storageKey: 'contactEmail', event: 'contactEmailChanged', ...PLAIN },
  filenameTemplate: {
    default: '{platform}_{type}_{id}_{n}_{quality}_{date}',
    storageKey: 'filenameTemplate',
    event: 'filenameTemplateChanged',
    ...PLAIN,
  },
  madeFiles: {
    default: true,
    storageKey: 'madeFiles',
    event: 'madeFilesChanged',
    encode: String,
    // Any other text means on.
    decode: (text) => text !== 'false',
  },
};

export const SITE_SETTING_NAMES = Object.keys(SITE_SETTINGS) as [SiteSetting, ...SiteSetting[]];

/** First event of the live stream, with the revision that is current when the stream opens. */
export const LIVE_HELLO_EVENT = 'siteRevision';

/**
 * Event of the live stream with the SiteAbilities. The server sends it once after LIVE_HELLO_EVENT and again after each change of the
 * abilities.
 */
export const LIVE_ABILITIES_EVENT = 'siteAbilities';

/** Returns whether two sites agree on whether they offer sample posts and on whether they can read stories. */
export const hasSameAbilities = (first: SiteAbilities, second: SiteAbilities): boolean =>
  first.samples === second.samples && first.readsStories === second.readsStories;

export const defaultSettings = () =>
  Object.fromEntries(SITE_SETTING_NAMES.map((name) => [name, SITE_SETTINGS[name].default])) as Readonly<
    Pick<Site, SiteSetting>
  >;

/** Returns a site with revision 0, the built-in logo and the default settings. Values in `installationValues` replace the defaults. */
export const defaultSite = (
  installationValues: Pick<Site, 'updatedAt' | 'contactEmail'> &
    SiteAbilities &
    Partial<Pick<Site, 'delivery'>>,
): Site => ({
  revision: 0,
  logoPath: null,
  delivery: 'tunnel',
  ...defaultSettings(),
  ...installationValues,
});
