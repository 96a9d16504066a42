import type { Site, SiteSetting } from '#shared/contract/site.ts';
import { SITE_SETTING_NAMES, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { whenIdle } from '../lib/idle.ts';
import { canSanitise } from '../lib/sanitiser.ts';
import type { SiteFollower, SiteView } from './live-site.ts';

/** Delay after which a follower that could not be loaded is loaded again. */
const LOAD_RETRY_MS = 45_000;

let shown: Site | null = null;
let checkedAt: number | null = null;
let isFollowing = false;
const listeners = new Set<() => void>();

/** Calls the listener whenever the shown settings or the time of the last check change. Returns the function that stops this. */
export function subscribeToSite(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the settings to show; null until they differ from those the page was rendered with. */
export const shownSite = (): Site | null => shown;

/** Returns when the server last confirmed the settings (ms since 1970); null before the first confirmation. */
export const siteCheckedAt = (): number | null => checkedAt;

const notify = (): void => {
  for (const listener of listeners) listener();
};

const view: SiteView = {
  canSanitise: canSanitise(),
  show: (site) => {
    shown = site;
    notify();
  },
  markChecked: () => {
    checkedAt = Date.now();
    notify();
  },
};

/**
 * Starts listening for setting changes from this tab and from other tabs; does nothing when called again. The module
 * that applies them and follows the server is loaded when the page is idle or with the first change.
 */
export function followSettings(initial: Site): void {
  if (isFollowing) return;
  isFollowing = true;
  const earlyChanges = new Set<SiteSetting>();
  let follower: SiteFollower | null = null;
  let loading = false;
  const load = async (): Promise<void> => {
    if (loading) return;
    loading = true;
    try {
      const { followSite } = await import('./live-site.ts');
      follower = followSite(initial, view);
      if (earlyChanges.size > 0) void follower.reread([...earlyChanges], false);
    } catch {
      loading = false;
      setTimeout(() => void load(), LOAD_RETRY_MS);
    }
  };
  const changed = (settings: readonly SiteSetting[], byOtherTab: boolean): void => {
    if (follower) return void follower.reread(settings, byOtherTab);
    for (const setting of settings) earlyChanges.add(setting);
    void load();
  };
  for (const setting of SITE_SETTING_NAMES)
    addEventListener(SITE_SETTINGS[setting].event, () => changed([setting], false));
  addEventListener('storage', ({ key }) => {
    const settings = SITE_SETTING_NAMES.filter(
      (setting) => key === null || SITE_SETTINGS[setting].storageKey === key,
    );
    if (settings.length > 0) changed(settings, true);
  });
  whenIdle(() => void load());
}
