import { useSyncExternalStore } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { SiteSettingsStore } from '../site-settings-store.ts';

let shown: Site | null = null;
let store: SiteSettingsStore | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The settings the page came with. Call once, before anything is shown. */
export function startSite(site: Site): void {
  shown = site;
  store = new SiteSettingsStore(site, {
    storage: () => localStorage,
    // The panel shows what the server says; what other tabs write is not read back.
    reader: () => Promise.reject(new Error('not read here')),
    canSanitise: false,
    show: (next) => {
      shown = next;
      for (const listener of listeners) listener();
    },
    raise: (event) => dispatchEvent(new Event(event)),
  });
}

/**
 * The server's settings: written under the browser's storage keys, and each window event raised once for what they change
 * (specification section 4). The echo of an own save changes nothing and so raises nothing.
 */
export const showSite = (site: Site): void => store?.accept(site);

/** The public settings as the server has them; null where the page came without. */
export const useShownSite = (): Site | null => useSyncExternalStore(subscribe, () => shown);
