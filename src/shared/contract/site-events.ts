// Does not import the validator, so that the page's first script does not contain it.

/** Browser storage keys to which the settings are mirrored. */
export const SITE_STORAGE_KEYS = {
  title: 'websiteTitle',
  logo: 'websiteLogo',
  socialLinks: 'socialLinks',
  maintenance: 'maintenanceMode',
  content: 'admin_settings',
  navbar: 'navbarSettings',
} as const;

/** Name of a site setting. */
export type SiteSetting = keyof typeof SITE_STORAGE_KEYS;

/** Events for a changed setting. Window events and events of the live stream have the same names. */
export const SITE_EVENTS = {
  title: 'websiteTitleChanged',
  logo: 'websiteLogoChanged',
  socialLinks: 'socialLinksChanged',
  maintenance: 'maintenanceModeChanged',
  content: 'contentUpdated',
  navbar: 'navbarChanged',
} as const satisfies Record<SiteSetting, string>;

/** First event of the live stream, with the revision that is current when the stream opens. */
export const LIVE_HELLO_EVENT = 'siteRevision';
