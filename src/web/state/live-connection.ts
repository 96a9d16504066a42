/** A live stream whose greeting does not arrive within this time counts as down, because some proxies hold streams back. */
export const LIVE_HELLO_TIMEOUT_MS = 10_000;
/**
 * Interval at which a visible page polls if its stream is down or its feed always polls. A random share of the interval, at most
 * LIVE_POLL_SPREAD, is left out, so that pages do not poll at the same time.
 */
export const LIVE_POLL_MS = 45_000;
const LIVE_POLL_SPREAD = 0.25;
/**
 * First delay before a refused live stream is opened again, or a failed fetch is repeated while the stream works. The delay doubles with
 * each of these failures, up to LIVE_REOPEN_MAX_MS; a random share of up to half of it is left out.
 */
export const LIVE_REOPEN_FIRST_MS = 2_000;
const LIVE_REOPEN_MAX_MS = 60_000;

/** The part of an EventSource that a live connection uses. */
export interface LiveStream {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: { data?: unknown }) => void): void;
  close(): void;
}

/**
 * How a stream failed. `silent`: no greeting arrived in time, as when a proxy holds the stream back. `broken`: the connection ended, and
 * the browser reconnects by itself. `refused`: the server or a proxy answered with an error, and the browser does not reconnect.
 */
export type LiveBreak = 'silent' | 'broken' | 'refused';

/**
 * The functions that connect a `LiveConnection` to its data. Each handler (`onGreeting`, `events`, `onBreak`) returns whether the
 * connection must call `fetchAll`.
 */
export interface LiveFeed {
  readonly openStream: () => LiveStream;
  /** Name of the first event of each stream. */
  readonly greetingEvent: string;
  /** `mayHaveMissedEvents`: the server may have sent events since the last stream or, if `missesStart`, before the first stream. */
  readonly onGreeting: (data: unknown, mayHaveMissedEvents: boolean) => boolean;
  readonly events: Readonly<Record<string, (data: unknown) => boolean>>;
  readonly onBreak: (breakKind: LiveBreak) => boolean;
  /** Fetches all data that the events announce. Resolves to whether the page now shows the current data. Never rejects. */
  readonly fetchAll: () => Promise<boolean>;
  /** Whether to poll although the stream works. */
  readonly alwaysPolls?: () => boolean;
  /** Whether the server may have sent events before the first stream opened. */
  readonly missesStart?: boolean;
}

/** Functions of the browser that the live connection uses. */
export interface LiveConnectionDependencies {
  readonly isVisible: () => boolean;
  readonly random: () => number;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Value of EventSource.CLOSED: the browser does not reconnect. */
const CLOSED = 2;

/**
 * Keeps a feed's data up to date: by the live stream, and by polling while the stream is down. A hidden tab has no stream, because browsers
 * open only six connections to an HTTP/1.1 origin; such a tab fetches the data when it is shown again.
 */
export class LiveConnection {
  readonly #feed: LiveFeed;
  readonly #dependencies: LiveConnectionDependencies;
  #stream: LiveStream | null = null;
  #isConnected = false;
  #mayHaveMissedEvents: boolean;
  #failedOpens = 0;
  #pendingFetch: Promise<void> | null = null;
  #helloTimer: Timer;
  #reopenTimer: Timer;
  #retryTimer: Timer;
  #pollTimer: Timer;

  constructor(feed: LiveFeed, dependencies: LiveConnectionDependencies) {
    this.#feed = feed;
    this.#dependencies = dependencies;
    this.#mayHaveMissedEvents = feed.missesStart === true;
  }

  /** Starts following the server, initially or after `close`. Opens no second stream, and none while the tab is hidden. */
  open(): void {
    clearTimeout(this.#reopenTimer);
    if (this.#stream !== null || !this.#dependencies.isVisible()) return;
    const stream = this.#feed.openStream();
    this.#stream = stream;
    this.#helloTimer = setTimeout(() => this.#handleBreak('silent'), LIVE_HELLO_TIMEOUT_MS);
    stream.addEventListener(this.#feed.greetingEvent, ({ data }) => this.#handleGreeting(data));
    for (const [name, handle] of Object.entries(this.#feed.events))
      stream.addEventListener(name, ({ data }) => this.#refreshIf(handle(data)));
    stream.addEventListener('error', () => this.#handleError(stream));
  }

  /** Stops following the server until `open` is called. */
  close(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#isConnected = false;
    this.#mayHaveMissedEvents = true;
    for (const timer of [this.#helloTimer, this.#reopenTimer, this.#retryTimer, this.#pollTimer])
      clearTimeout(timer);
    this.#pollTimer = undefined;
    // A response that is still pending may be older than the events that the tab misses from now on.
    this.#pendingFetch = null;
  }

  /** Opens or closes the stream, and fetches immediately if the page polls. Call this when the tab has become visible or hidden. */
  handleVisibilityChange(): void {
    if (this.#dependencies.isVisible()) this.handleOnline();
    else this.close();
    this.updatePolling();
  }

  /** Fetches immediately if the page polls, and opens a stream if there is none. Call this when the browser is online again. */
  handleOnline(): void {
    this.#refreshIf(this.#shouldPoll());
    this.open();
  }

  /** Starts or stops polling, depending on the connection and the feed. */
  updatePolling(): void {
    if (!this.#shouldPoll()) {
      clearTimeout(this.#pollTimer);
      this.#pollTimer = undefined;
    } else if (this.#pollTimer === undefined) {
      const wait = LIVE_POLL_MS * (1 - LIVE_POLL_SPREAD * this.#dependencies.random());
      this.#pollTimer = setTimeout(() => void this.#pollNow(), wait);
    }
  }

  /** Calls `fetchAll` of the feed. A call during a fetch shares that fetch. Never rejects. */
  refresh(): Promise<void> {
    if (this.#pendingFetch !== null) return this.#pendingFetch;
    const pending = this.#fetchAll().finally(() => {
      if (this.#pendingFetch === pending) this.#pendingFetch = null;
    });
    this.#pendingFetch = pending;
    return pending;
  }

  #refreshIf(isWanted: boolean): void {
    if (isWanted) void this.refresh();
  }

  async #fetchAll(): Promise<void> {
    const isCurrent = await this.#feed.fetchAll();
    clearTimeout(this.#retryTimer);
    // Without a stream, polling fetches again anyway.
    if (!isCurrent && this.#isConnected)
      this.#retryTimer = setTimeout(() => void this.refresh(), this.#backoff());
  }

  #shouldPoll(): boolean {
    return this.#dependencies.isVisible() && (!this.#isConnected || this.#feed.alwaysPolls?.() === true);
  }

  async #pollNow(): Promise<void> {
    // The timer is cleared before the request, because the tab may be hidden and shown during the request, which starts another timer.
    this.#pollTimer = undefined;
    await this.refresh();
    this.updatePolling();
  }

  #handleGreeting(data: unknown): void {
    clearTimeout(this.#helloTimer);
    this.#isConnected = true;
    this.#failedOpens = 0;
    const mayHaveMissedEvents = this.#mayHaveMissedEvents;
    this.#mayHaveMissedEvents = false;
    this.#refreshIf(this.#feed.onGreeting(data, mayHaveMissedEvents));
    this.updatePolling();
  }

  #handleError(stream: LiveStream): void {
    if (stream !== this.#stream) return;
    clearTimeout(this.#helloTimer);
    const isRefused = stream.readyState === CLOSED;
    if (isRefused) {
      this.#stream = null;
      this.#reopenTimer = setTimeout(() => this.open(), this.#backoff());
    }
    this.#handleBreak(isRefused ? 'refused' : 'broken');
  }

  #handleBreak(breakKind: LiveBreak): void {
    this.#isConnected = false;
    this.#mayHaveMissedEvents = true;
    this.updatePolling();
    this.#refreshIf(this.#feed.onBreak(breakKind));
  }

  #backoff(): number {
    const wait = Math.min(LIVE_REOPEN_MAX_MS, LIVE_REOPEN_FIRST_MS * 2 ** this.#failedOpens);
    this.#failedOpens += 1;
    return wait * (1 - this.#dependencies.random() / 2);
  }
}

/** Opens a live connection that follows the page's visibility and network, for the lifetime of the page or until `endSignal` is aborted. */
export function connectFeed(feed: LiveFeed, endSignal?: AbortSignal): LiveConnection {
  const connection = new LiveConnection(feed, {
    isVisible: () => document.visibilityState === 'visible',
    random: Math.random,
  });
  const listenerOptions: AddEventListenerOptions = endSignal === undefined ? {} : { signal: endSignal };
  document.addEventListener('visibilitychange', () => connection.handleVisibilityChange(), listenerOptions);
  addEventListener('online', () => connection.handleOnline(), listenerOptions);
  // Browsers do not put a page with an open stream into the back/forward cache.
  addEventListener('pagehide', () => connection.close(), listenerOptions);
  addEventListener(
    'pageshow',
    ({ persisted }) => (persisted ? connection.open() : undefined),
    listenerOptions,
  );
  endSignal?.addEventListener('abort', () => connection.close());
  connection.open();
  return connection;
}
