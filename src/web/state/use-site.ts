import { useEffect, useSyncExternalStore } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { followSettings, shownSite, siteCheckedAt, subscribeToSite } from './site-follower.ts';

/**
 * Returns the current settings: first those the page was rendered with (`initial`, which must be the same object each
 * time), then those of the server, of other tabs and of window events. The only source of settings in the browser.
 */
export function useSite(initial: Site): Site {
  useEffect(() => followSettings(initial), [initial]);
  return useSyncExternalStore(
    subscribeToSite,
    () => shownSite() ?? initial,
    () => initial,
  );
}

/** Returns when the server last confirmed the settings (ms since 1970); null before the first confirmation. */
export const useSiteCheckedAt = (): number | null =>
  useSyncExternalStore(subscribeToSite, siteCheckedAt, () => null);
