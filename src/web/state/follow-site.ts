import type { Site } from '#shared/contract/site.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import { fetchSite, openLiveStream } from '../lib/site-client.ts';
import { LiveConnection } from './live-connection.ts';
import { SiteSettingsStore } from './site-settings-store.ts';
import { REVISION_KEY, revisionIn } from './site-storage.ts';

// Loaded when the page is idle: nothing of it is needed for the first paint.

/** The lock's name. */
const LINE = 'live';

/** Where the follower puts what it learns. */
export interface SiteView {
  readonly show: (site: Site) => void;
  /** The server has said just now what is current. */
  readonly checked: () => void;
  /** Whether stored content can be made harmless in this browser. */
  readonly canSanitise: boolean;
}

export interface SiteFollower {
  /** The keys of these settings have changed; `byOtherTab` when another tab wrote them. */
  readonly reread: (settings: readonly SiteSetting[], byOtherTab: boolean) => Promise<void>;
}

/**
 * Hidden tabs stand in the line of a lock: whose it is keeps the stream and, by what it mirrors, tells the others. Not where
 * that cannot be: locks are for secure pages only, and without storage nobody would be told.
 */
function lineUp(led: () => void): (() => void) | null {
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined || !hasStorage()) return null;
  const stay = new AbortController();
  const { signal } = stay;
  const lead = () =>
    new Promise<void>((over) => {
      signal.addEventListener('abort', () => over());
      led();
    });
  locks.request(LINE, { signal }, lead).catch(() => undefined);
  return () => stay.abort();
}

function hasStorage(): boolean {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/** Follows the settings for the page's life, from what it was rendered with. */
export function followSite(initial: Site, view: SiteView): SiteFollower {
  const store = new SiteSettingsStore(initial, {
    storage: () => localStorage,
    reader: async () => (await import('../lib/site-schema.ts')).readStored,
    canSanitise: view.canSanitise,
    show: (site) => {
      view.show(site);
      connection.settle();
    },
    raise: (event) => dispatchEvent(new Event(event)),
  });
  const connection = new LiveConnection(store, {
    openStream: openLiveStream,
    ask: fetchSite,
    checked: view.checked,
    visible: () => document.visibilityState === 'visible',
    lineUp,
    random: Math.random,
  });
  document.addEventListener('visibilitychange', () => connection.seen());
  addEventListener('online', () => connection.online());
  // Another tab has mirrored a revision: so does the one with the stream tell those without.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === REVISION_KEY) connection.revisionReceived(revisionIn(newValue));
  });
  // A page with an open stream would be kept out of the back cache.
  addEventListener('pagehide', () => connection.close());
  addEventListener('pageshow', (event) => {
    if (event.persisted) connection.open();
  });
  connection.open();
  return store;
}
