import type { Site, SiteAbilities, SiteSetting } from '#shared/contract/site.ts';
import { LIVE_ABILITIES_EVENT, LIVE_HELLO_EVENT, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { fetchSite, openLiveStream } from '../lib/site-client.ts';
import { LIVE_POLL_MS, LIVE_POLL_SPREAD, LIVE_REOPEN_FIRST_MS, LIVE_REOPEN_MAX_MS } from './live-limits.ts';
import { parseRevision, REVISION_KEY, SiteSettingsStore } from './site-settings-store.ts';

// Loaded when the page is idle, because the first paint does not need it.

/** A live stream without a first event within this time counts as down: some proxies buffer streams. */
export const LIVE_HELLO_TIMEOUT_MS = 10_000;

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
 * Keeps the settings store in sync with the server: by the live stream, and by polling while the stream is down. A hidden tab has no
 * stream, because browsers open only six connections to an HTTP/1.1 origin, and catches up once it is shown.
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

  constructor(store: SiteSettingsStore, dependencies: LiveConnectionDependencies) {
    this.#store = store;
    this.#dependencies = dependencies;
  }

  /** Starts following the server, initially or after `close`. Opens no second stream, and none while the tab is hidden. */
  open(): void {
    clearTimeout(this.#reopenTimer);
    if (this.#stream !== null || !this.#dependencies.isVisible()) return;
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
    this.#stream?.close();
    this.#stream = null;
    this.#isConnected = false;
    for (const timer of [this.#helloTimer, this.#reopenTimer, this.#retryTimer, this.#pollTimer])
      clearTimeout(timer);
    this.#pollTimer = undefined;
    // What is on its way may be older than what the tab misses from now on.
    this.#pendingFetch = null;
  }

  /** Call when the tab became visible or hidden. */
  handleVisibilityChange(): void {
    if (this.#dependencies.isVisible()) this.handleOnline();
    else this.close();
    this.updatePolling();
  }

  /** Fetches and reconnects immediately instead of waiting for the timers. */
  handleOnline(): void {
    if (this.#shouldPoll()) void this.#fetchSite();
    this.open();
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
    return this.#dependencies.isVisible() && (!this.#isConnected || this.#store.site.maintenance);
  }

  async #pollNow(): Promise<void> {
    // Before the request, during which the tab may be hidden and shown, which starts a timer of its own.
    this.#pollTimer = undefined;
    await this.#fetchSite();
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
      this.#reopenTimer = setTimeout(() => this.open(), this.#backoff());
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
    if (this.#pendingFetch !== null) return this.#pendingFetch;
    const pending = this.#fetchUntilCurrent().finally(() => {
      if (this.#pendingFetch === pending) this.#pendingFetch = null;
    });
    this.#pendingFetch = pending;
    return pending;
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
    if (this.#isConnected) this.#retryTimer = setTimeout(() => void this.#fetchSite(), this.#backoff());
  }
}

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
    random: Math.random,
  });
  document.addEventListener('visibilitychange', () => connection.handleVisibilityChange());
  addEventListener('online', () => connection.handleOnline());
  // Another tab has mirrored a revision to storage.
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
