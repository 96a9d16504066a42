// Without the validator, so that the page's first script does not carry it.

/** Keys of the browser's storage the settings are mirrored in (specification section 3, and the navbar's). */
export const SITE_STORAGE_KEYS = {
  title: 'websiteTitle',
  logo: 'websiteLogo',
  socialLinks: 'socialLinks',
  maintenance: 'maintenanceMode',
  content: 'admin_settings',
  navbar: 'navbarSettings',
} as const;

/** The setting a storage key or an event is about. */
export type SiteSetting = keyof typeof SITE_STORAGE_KEYS;

/** Window events that say a setting has changed (specification section 4), and the names of the live stream's events. */
export const SITE_EVENTS = {
  title: 'websiteTitleChanged',
  logo: 'websiteLogoChanged',
  socialLinks: 'socialLinksChanged',
  maintenance: 'maintenanceModeChanged',
  content: 'contentUpdated',
  navbar: 'navbarChanged',
} as const satisfies Record<SiteSetting, string>;

/** The live stream's first event: the revision that is current when it opens. */
export const LIVE_HELLO_EVENT = 'siteRevision';
