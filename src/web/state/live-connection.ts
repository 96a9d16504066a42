import type { Site, SiteAbilities, SiteSetting } from '#shared/contract/site.ts';
import { LIVE_ABILITIES_EVENT, LIVE_HELLO_EVENT, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { fetchSite, openLiveStream } from '../lib/site-client.ts';
import { LIVE_POLL_MS, LIVE_POLL_SPREAD, LIVE_REOPEN_FIRST_MS, LIVE_REOPEN_MAX_MS } from './live-limits.ts';
import { parseRevision, REVISION_KEY, SiteSettingsStore } from './site-settings-store.ts';

// Loaded when the page is idle, because the first paint does not need it.

/** A live stream without a first event within this time counts as down: some proxies buffer streams. */
export const LIVE_HELLO_TIMEOUT_MS = 10_000;
/**
 * A hidden tab that does not hold the stream for other tabs closes its own after this time: browsers open only six
 * connections to an HTTP/1.1 origin.
 */
export const LIVE_HIDDEN_CLOSE_MS = 10_000;

/** The part of an EventSource used here. */
export interface LiveStream {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: { data?: unknown }) => void): void;
  close(): void;
}

/** Browser functions that the live connection uses. */
export interface LiveConnectionDependencies {
  readonly openStream: () => LiveStream;
  /** Fetches the settings; null on failure. Never rejects. */
  readonly fetchSite: () => Promise<Site | null>;
  /** Called whenever the server has confirmed the current settings. */
  readonly markChecked: () => void;
  readonly isVisible: () => boolean;
  /**
   * Queues this tab among the browser's hidden tabs, of which only the leader holds a stream. Calls `onLeader` when
   * this tab becomes the leader. Returns a function that leaves the queue or resigns; null when the browser does not
   * support it.
   */
  readonly queueForLeadership: (onLeader: () => void) => (() => void) | null;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** EventSource.CLOSED: the browser does not reconnect. */
const CLOSED = 2;

/** Parses the revision in a live event; returns NaN when it cannot be parsed. */
function parseEventRevision(data: unknown): number {
  try {
    const { revision } = JSON.parse(String(data)) as { revision: unknown };
    return Number.isSafeInteger(revision) ? (revision as number) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/** Parses what the site can do in a live event; returns null when it cannot be parsed. */
function parseEventAbilities(data: unknown): SiteAbilities | null {
  try {
    const { samples, readsStories } = JSON.parse(String(data)) as Record<keyof SiteAbilities, unknown>;
    return typeof samples === 'boolean' && typeof readsStories === 'boolean'
      ? { samples, readsStories }
      : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the settings store in sync with the server: by the live stream, and by polling while the stream is down.
 * Visible tabs each hold a stream; of the hidden tabs only the leader does, and the others follow it through storage.
 */
export class LiveConnection {
  readonly #store: SiteSettingsStore;
  readonly #dependencies: LiveConnectionDependencies;
  #stream: LiveStream | null = null;
  #isConnected = false;
  #hasFailed = false;
  #failedOpens = 0;
  /** Newest revision announced so far. */
  #newestRevision = 0;
  #pendingFetch: Promise<boolean> | null = null;
  #helloTimer: Timer;
  #reopenTimer: Timer;
  #retryTimer: Timer;
  #pollTimer: Timer;
  #hideTimer: Timer;
  /** Whether this hidden tab holds the stream for the others. */
  #isLeader = false;
  #leaveQueue: (() => void) | null = null;

  constructor(store: SiteSettingsStore, dependencies: LiveConnectionDependencies) {
    this.#store = store;
    this.#dependencies = dependencies;
  }

  /** Starts following the server, initially or after `close`. */
  open(): void {
    if (this.#dependencies.isVisible()) this.#openStream();
    else {
      this.#queueForLeadership();
      // A page opened in the background gets no event for changes since it was rendered.
      void this.#fetchSite();
      this.updatePolling();
    }
  }

  /** Opens the stream unless it is open or another tab holds it. */
  #openStream(): void {
    clearTimeout(this.#reopenTimer);
    if (this.#stream !== null || !(this.#dependencies.isVisible() || this.#isLeader)) return;
    const stream = this.#dependencies.openStream();
    this.#stream = stream;
    this.#helloTimer = setTimeout(() => this.#handleDisconnect(), LIVE_HELLO_TIMEOUT_MS);
    stream.addEventListener(LIVE_HELLO_EVENT, ({ data }) => this.#handleHello(parseEventRevision(data)));
    stream.addEventListener(LIVE_ABILITIES_EVENT, ({ data }) => {
      const abilities = parseEventAbilities(data);
      if (abilities !== null) this.#store.acceptAbilities(abilities);
    });
    for (const { event } of Object.values(SITE_SETTINGS))
      stream.addEventListener(event, ({ data }) => this.revisionReceived(parseEventRevision(data)));
    stream.addEventListener('error', () => this.#handleError(stream));
  }

  /** Stops following the server until `open` is called. */
  close(): void {
    this.#resignLeadership();
    this.#closeStream();
    for (const timer of [this.#retryTimer, this.#pollTimer, this.#hideTimer]) clearTimeout(timer);
    this.#pollTimer = undefined;
  }

  /** Call when the tab became visible or hidden. */
  handleVisibilityChange(): void {
    clearTimeout(this.#hideTimer);
    if (this.#dependencies.isVisible()) {
      this.#resignLeadership();
      // A new stream starts with an event that names the current revision.
      if (this.#stream === null) this.#openStream();
      else this.handleOnline();
    } else {
      this.#queueForLeadership();
      this.#hideTimer = setTimeout(() => {
        if (!this.#isLeader) this.#closeStream();
        this.updatePolling();
      }, LIVE_HIDDEN_CLOSE_MS);
    }
    this.updatePolling();
  }

  /** Fetches and reconnects immediately instead of waiting for the timers. */
  handleOnline(): void {
    if (this.#shouldPoll()) void this.#fetchSite();
    this.#openStream();
  }

  #closeStream(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#isConnected = false;
    for (const timer of [this.#helloTimer, this.#reopenTimer]) clearTimeout(timer);
  }

  #queueForLeadership(): void {
    this.#leaveQueue ??= this.#dependencies.queueForLeadership(() => {
      this.#isLeader = true;
      this.#openStream();
      this.updatePolling();
    });
  }

  #resignLeadership(): void {
    this.#isLeader = false;
    this.#leaveQueue?.();
    this.#leaveQueue = null;
  }

  /** Starts or stops polling, depending on the connection and the settings. */
  updatePolling(): void {
    if (!this.#shouldPoll()) {
      clearTimeout(this.#pollTimer);
      this.#pollTimer = undefined;
    } else if (this.#pollTimer === undefined) {
      const wait = LIVE_POLL_MS * (1 - LIVE_POLL_SPREAD * this.#dependencies.random());
      this.#pollTimer = setTimeout(() => void this.#pollNow(), wait);
    }
  }

  /**
   * Returns whether to poll. During maintenance the page promises a check every minute, so it polls even with a stream.
   */
  #shouldPoll(): boolean {
    if (this.#dependencies.isVisible()) return !this.#isConnected || this.#store.site.maintenance;
    return !this.#isConnected && !this.#isFollower();
  }

  /** Returns whether this tab is hidden and follows the leader. */
  #isFollower(): boolean {
    return this.#leaveQueue !== null && !this.#isLeader;
  }

  async #pollNow(): Promise<void> {
    await this.#fetchSite();
    this.#pollTimer = undefined;
    this.updatePolling();
  }

  #handleHello(revision: number): void {
    clearTimeout(this.#helloTimer);
    this.#isConnected = true;
    this.#failedOpens = 0;
    if (revision === this.#store.revision) {
      this.#store.confirm();
      this.#dependencies.markChecked();
    } else this.revisionReceived(revision);
    this.updatePolling();
  }

  /** Handles a revision announced by the stream or another tab; NaN when it could not be parsed. */
  revisionReceived(revision: number): void {
    if (revision > this.#newestRevision) this.#newestRevision = revision;
    if (revision !== this.#store.revision) void this.#fetchSite();
  }

  #handleError(stream: LiveStream): void {
    if (stream !== this.#stream) return;
    clearTimeout(this.#helloTimer);
    if (stream.readyState === CLOSED) {
      this.#stream = null;
      this.#reopenTimer = setTimeout(() => this.#openStream(), this.#backoff());
    }
    this.#handleDisconnect();
  }

  #handleDisconnect(): void {
    this.#isConnected = false;
    this.updatePolling();
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    void this.#fetchSite().then((reached) => (reached ? undefined : this.#store.showStored()));
  }

  #backoff(): number {
    const wait = Math.min(LIVE_REOPEN_MAX_MS, LIVE_REOPEN_FIRST_MS * 2 ** this.#failedOpens);
    this.#failedOpens += 1;
    return wait * (1 - this.#dependencies.random() / 2);
  }

  /**
   * Fetches the settings until they are current; resolves to whether the server responded. Concurrent calls share one
   * fetch.
   */
  #fetchSite(): Promise<boolean> {
    this.#pendingFetch ??= this.#fetchUntilCurrent().finally(() => {
      this.#pendingFetch = null;
    });
    return this.#pendingFetch;
  }

  async #fetchUntilCurrent(): Promise<boolean> {
    for (;;) {
      const requestedRevision = this.#newestRevision;
      const site = await this.#dependencies.fetchSite();
      if (site !== null) {
        this.#store.accept(site);
        this.#dependencies.markChecked();
      }
      const current = site !== null && this.#newestRevision <= this.#store.revision;
      // A revision announced during the fetch is fetched immediately; a stale or unreachable server is retried later.
      if (current || this.#newestRevision === requestedRevision) {
        if (!current) this.#scheduleRetry();
        return site !== null;
      }
    }
  }

  /** Schedules a retry, unless polling will fetch again anyway. */
  #scheduleRetry(): void {
    clearTimeout(this.#retryTimer);
    if (this.#isConnected || this.#isFollower())
      this.#retryTimer = setTimeout(() => void this.#fetchSite(), this.#backoff());
  }
}

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
