import type { Site } from '#shared/contract/site.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import { fetchSite, openLiveStream } from '../lib/site-client.ts';
import { LiveConnection } from './live-connection.ts';
import { SiteSettingsStore } from './site-settings-store.ts';
import { parseRevision, REVISION_KEY } from './site-storage.ts';

// Loaded when the page is idle, because the first paint does not need it.

/** Name of the Web Lock by which hidden tabs elect the one that holds the stream. */
const LEADER_LOCK = 'live';

/** Receives the settings and the confirmations of the server. */
export interface SiteView {
  readonly show: (site: Site) => void;
  /** Called when the server has just confirmed the current settings. */
  readonly markChecked: () => void;
  /** Whether this browser can sanitise stored content. */
  readonly canSanitise: boolean;
}

/** Applies settings that other scripts or tabs wrote to the browser's storage. */
export interface SiteFollower {
  /** Reads the storage keys of these settings again; `byOtherTab` is true when another tab wrote them. */
  readonly reread: (settings: readonly SiteSetting[], byOtherTab: boolean) => Promise<void>;
}

/**
 * Queues this hidden tab for the Web Lock of the leader and calls `onLeader` when it holds the lock. The leader keeps
 * the stream open and informs the other tabs by mirroring the settings to storage. Returns a function that leaves the
 * queue or releases the lock; null without Web Locks (insecure pages) or without storage.
 */
function queueForLeadership(onLeader: () => void): (() => void) | null {
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined || !hasStorage()) return null;
  const leaving = new AbortController();
  const { signal } = leaving;
  const holdLock = () =>
    new Promise<void>((release) => {
      signal.addEventListener('abort', () => release());
      onLeader();
    });
  locks.request(LEADER_LOCK, { signal }, holdLock).catch(() => undefined);
  return () => leaving.abort();
}

function hasStorage(): boolean {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/** Keeps the settings up to date for the lifetime of the page, starting from those it was rendered with. */
export function followSite(initial: Site, view: SiteView): SiteFollower {
  const store = new SiteSettingsStore(initial, {
    storage: () => localStorage,
    reader: async () => (await import('../lib/site-schema.ts')).readStored,
    canSanitise: view.canSanitise,
    show: (site) => {
      view.show(site);
      connection.updatePolling();
    },
    dispatch: (event) => dispatchEvent(new Event(event)),
  });
  const connection = new LiveConnection(store, {
    openStream: openLiveStream,
    fetchSite,
    markChecked: view.markChecked,
    isVisible: () => document.visibilityState === 'visible',
    queueForLeadership,
    random: Math.random,
  });
  document.addEventListener('visibilitychange', () => connection.handleVisibilityChange());
  addEventListener('online', () => connection.handleOnline());
  // Another tab has mirrored a revision to storage. The leader informs hidden tabs this way.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === REVISION_KEY) connection.revisionReceived(parseRevision(newValue));
  });
  // Browsers do not put a page with an open stream into the back/forward cache.
  addEventListener('pagehide', () => connection.close());
  addEventListener('pageshow', (event) => {
    if (event.persisted) connection.open();
  });
  connection.open();
  return store;
}
