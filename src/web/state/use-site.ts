import { useEffect } from 'react';
import type { Site, SiteSetting } from '#shared/contract/site.ts';
import { SITE_SETTING_NAMES, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { whenIdle } from '../lib/idle.ts';
import type { SiteView } from './live-site.ts';
import type { SiteSettingsStore } from './site-settings-store.ts';
import { createStore } from './store.ts';

/** Time after which the code that follows the settings is requested again if it could not be loaded. */
const LOAD_RETRY_MS = 45_000;

interface FollowedSite {
  /** The settings to show; null while they are those with which the page was rendered. */
  readonly shown: Site | null;
  /** When the server last confirmed the settings (ms since 1970); null before the first confirmation. */
  readonly checkedAt: number | null;
}

const followed = createStore<FollowedSite>({ shown: null, checkedAt: null });
let isFollowing = false;

const view: SiteView = {
  show: (shown) => followed.set({ ...followed.get(), shown }),
  markChecked: () => followed.set({ ...followed.get(), checkedAt: Date.now() }),
};

/**
 * Starts listening for changes of settings by this tab and by other tabs; does nothing when called again. The module that applies these
 * changes and follows the server is loaded when the page is idle or at the first change.
 */
function followSettings(initial: Site): void {
  if (isFollowing) return;
  isFollowing = true;
  const earlyChanges = new Set<SiteSetting>();
  let follower: SiteSettingsStore | null = null;
  let isLoading = false;
  const load = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    try {
      const { followSite } = await import('./live-site.ts');
      follower = followSite(initial, view);
      if (earlyChanges.size > 0) void follower.reread([...earlyChanges], false);
    } catch {
      isLoading = false;
      setTimeout(() => void load(), LOAD_RETRY_MS);
    }
  };
  const handleChange = (settings: readonly SiteSetting[], isByOtherTab: boolean): void => {
    if (follower) return void follower.reread(settings, isByOtherTab);
    for (const setting of settings) earlyChanges.add(setting);
    void load();
  };
  for (const setting of SITE_SETTING_NAMES)
    addEventListener(SITE_SETTINGS[setting].event, () => handleChange([setting], false));
  addEventListener('storage', ({ key }) => {
    const settings = SITE_SETTING_NAMES.filter(
      (setting) => key === null || SITE_SETTINGS[setting].storageKey === key,
    );
    if (settings.length > 0) handleChange(settings, true);
  });
  whenIdle(() => void load());
}

/**
 * Returns the current settings: first `initial`, with which the page was rendered and which must be the same object in each render, later
 * the settings that the server, another tab or a window event has changed. Components of the public page get the settings only from this
 * hook.
 */
export function useSite(initial: Site): Site {
  useEffect(() => followSettings(initial), [initial]);
  return followed.use(({ shown }) => shown) ?? initial;
}

/** Returns when the server last confirmed the settings (ms since 1970); null before the first confirmation. */
export const useSiteCheckedAt = (): number | null => followed.use(({ checkedAt }) => checkedAt);
