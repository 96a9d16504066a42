import { useEffect, useSyncExternalStore } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { SITE_EVENTS, SITE_STORAGE_KEYS, type SiteSetting } from '#shared/contract/site-events.ts';
import { LIVE_POLL_MS } from '#shared/limits.ts';
import { canSanitise } from '../lib/sanitiser.ts';
import type { SiteFollower, SiteView } from './follow-site.ts';

/** Browsers without requestIdleCallback get this much time for the first paint. */
const IDLE_AFTER_MS = 500;

let shown: Site | null = null;
let checkedAt: number | null = null;
let followed = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const notify = (): void => {
  for (const listener of listeners) listener();
};

const view: SiteView = {
  canSanitise: canSanitise(),
  show: (site) => {
    shown = site;
    notify();
  },
  checked: () => {
    checkedAt = Date.now();
    notify();
  },
};

/** After the page has loaded and has nothing better to do. */
function whenIdle(act: () => void): void {
  const wait = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
    else setTimeout(act, IDLE_AFTER_MS);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

/**
 * Hears from now on what other tabs and this one say about the settings; the part that understands it, and that follows
 * the server, comes when the page is idle, or with the first such word.
 */
function follow(initial: Site): void {
  const early = new Set<SiteSetting>();
  let follower: SiteFollower | null = null;
  let loading = false;
  const load = async (): Promise<void> => {
    if (loading) return;
    loading = true;
    try {
      const { followSite } = await import('./follow-site.ts');
      follower = followSite(initial, view);
      if (early.size > 0) void follower.reread([...early], false);
    } catch {
      loading = false;
      setTimeout(() => void load(), LIVE_POLL_MS);
    }
  };
  const changed = (settings: readonly SiteSetting[], byOtherTab: boolean): void => {
    if (follower) return void follower.reread(settings, byOtherTab);
    for (const setting of settings) early.add(setting);
    void load();
  };
  const all = Object.keys(SITE_EVENTS) as SiteSetting[];
  for (const setting of all) addEventListener(SITE_EVENTS[setting], () => changed([setting], false));
  addEventListener('storage', ({ key }) => {
    const settings = key === null ? all : all.filter((setting) => SITE_STORAGE_KEYS[setting] === key);
    if (settings.length > 0) changed(settings, true);
  });
  whenIdle(() => void load());
}

/**
 * The settings to show: those the page was rendered with (`initial`, the same object each time), then whatever the server,
 * another tab or an event says. The only place the browser reads them from.
 */
export function useSite(initial: Site): Site {
  useEffect(() => {
    if (followed) return;
    followed = true;
    follow(initial);
  }, [initial]);
  return useSyncExternalStore(
    subscribe,
    () => shown ?? initial,
    () => initial,
  );
}

/** When the server last said what is current (ms since 1970); null until it has. */
export const useSiteCheckedAt = (): number | null =>
  useSyncExternalStore(
    subscribe,
    () => checkedAt,
    () => null,
  );
