import type { Site, SiteSetting } from './site.ts';

// Does not import the validator, so that the page's first script does not contain it.

/** How browsers store a setting and announce its changes. */
interface BrowserForm<Value> {
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

/** Each setting in the browser. */
export const SITE_SETTINGS: { readonly [Name in SiteSetting]: BrowserForm<Site[Name]> } = {
  title: { storageKey: 'websiteTitle', event: 'websiteTitleChanged', ...PLAIN },
  logo: { storageKey: 'websiteLogo', event: 'websiteLogoChanged', ...PLAIN },
  socialLinks: { storageKey: 'socialLinks', event: 'socialLinksChanged', ...JSON_TEXT },
  maintenance: {
    storageKey: 'maintenanceMode',
    event: 'maintenanceModeChanged',
    encode: String,
    // Any other text means off.
    decode: (text) => text === 'true',
  },
  content: {
    storageKey: 'admin_settings',
    event: 'contentUpdated',
    encode: (content) => JSON.stringify({ content }),
    decode: (text) => (JSON.parse(text) as { content: unknown }).content,
  },
  navbar: { storageKey: 'navbarSettings', event: 'navbarChanged', ...JSON_TEXT },
};

export const SITE_SETTING_NAMES = Object.keys(SITE_SETTINGS) as [SiteSetting, ...SiteSetting[]];

/** First event of the live stream, with the revision that is current when the stream opens. */
export const LIVE_HELLO_EVENT = 'siteRevision';
