import type { Site } from '#shared/contract/site.ts';
import { SiteSettingsStore } from '../site-settings-store.ts';
import { createStore } from '../store.ts';

const shown = createStore<Site | null>(null);
let store: SiteSettingsStore | null = null;

/** Initialises this module with the settings that the page contains. Call this once, before rendering. */
export function startSite(site: Site): void {
  shown.set(site);
  store = new SiteSettingsStore(site, {
    storage: () => localStorage,
    // The panel shows only the server's settings and never reads the browser's storage.
    reader: () => Promise.reject(new Error('not read here')),
    canSanitise: false,
    show: shown.set,
    dispatch: (event) => dispatchEvent(new Event(event)),
  });
}

/**
 * Shows the server's settings and writes them to the browser's storage, unless they are older than the shown settings. For a newer
 * revision, dispatches one window event per changed setting. Does nothing before `startSite`.
 */
export const showSite = (site: Site): void => store?.accept(site);

/** Returns the server's public settings; null when the page was rendered without them. */
export const useShownSite = (): Site | null => shown.use((site) => site);
