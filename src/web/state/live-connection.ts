/** A live stream without its greeting within this time counts as down: some proxies hold streams back. */
export const LIVE_HELLO_TIMEOUT_MS = 10_000;
/**
 * Interval at which a page without a live stream polls, shortened by a random share of up to LIVE_POLL_SPREAD.
 * A change then arrives within a minute even where browsers run the timers of hidden pages only once a minute.
 */
export const LIVE_POLL_MS = 45_000;
const LIVE_POLL_SPREAD = 0.25;
/** First delay before a refused live stream is reopened, doubled each time up to the maximum; a random part of up to half is left out. */
export const LIVE_REOPEN_FIRST_MS = 2_000;
const LIVE_REOPEN_MAX_MS = 60_000;

/** The part of an EventSource that a live connection uses. */
export interface LiveStream {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: { data?: unknown }) => void): void;
  close(): void;
}

/**
 * How a stream failed. `silent`: no greeting arrived in time, as when a proxy holds the stream back. `broken`: the browser reconnects by
 * itself. `refused`: the server, or a proxy, answered with an error.
 */
export type LiveBreak = 'silent' | 'broken' | 'refused';

/**
 * The stream, handlers and fetches that a `LiveConnection` uses. The handlers (`onGreeting`, `events`, `onBreak`) return true to have
 * `fetchAll` called.
 */
export interface LiveFeed {
  readonly openStream: () => LiveStream;
  /** Name of the first event of each stream. */
  readonly greeting: string;
  /** `missed`: events may have been sent since the last stream, or before the first one if `missesStart`. */
  readonly onGreeting: (data: unknown, missed: boolean) => boolean;
  readonly events: Readonly<Record<string, (data: unknown) => boolean>>;
  readonly onBreak: (how: LiveBreak) => boolean;
  /** Fetches all that the events announce. Resolves to whether the page is current now. Never rejects. */
  readonly fetchAll: () => Promise<boolean>;
  /** Whether to poll although the stream works. */
  readonly alwaysPolls?: () => boolean;
  /** Whether events may have been sent before the first stream opens, so that the first greeting counts as `missed`. */
  readonly missesStart?: boolean;
}

/** Functions of the browser that the live connection uses. */
export interface LiveConnectionDependencies {
  readonly isVisible: () => boolean;
  readonly random: () => number;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** EventSource.CLOSED: the browser does not reconnect. */
const CLOSED = 2;

/**
 * Keeps a feed in sync with the server: by the live stream, and by polling while the stream is down. A hidden tab has no
 * stream, because browsers open only six connections to an HTTP/1.1 origin, and catches up once it is shown.
 */
export class LiveConnection {
  readonly #feed: LiveFeed;
  readonly #dependencies: LiveConnectionDependencies;
  #stream: LiveStream | null = null;
  #isConnected = false;
  #missed: boolean;
  #failedOpens = 0;
  #pendingFetch: Promise<void> | null = null;
  #helloTimer: Timer;
  #reopenTimer: Timer;
  #retryTimer: Timer;
  #pollTimer: Timer;

  constructor(feed: LiveFeed, dependencies: LiveConnectionDependencies) {
    this.#feed = feed;
    this.#dependencies = dependencies;
    this.#missed = feed.missesStart === true;
  }

  /** Starts following the server, initially or after `close`. Opens no second stream, and none while the tab is hidden. */
  open(): void {
    clearTimeout(this.#reopenTimer);
    if (this.#stream !== null || !this.#dependencies.isVisible()) return;
    const stream = this.#feed.openStream();
    this.#stream = stream;
    this.#helloTimer = setTimeout(() => this.#handleBreak('silent'), LIVE_HELLO_TIMEOUT_MS);
    stream.addEventListener(this.#feed.greeting, ({ data }) => this.#handleGreeting(data));
    for (const [name, handle] of Object.entries(this.#feed.events))
      stream.addEventListener(name, ({ data }) => this.#refreshIf(handle(data)));
    stream.addEventListener('error', () => this.#handleError(stream));
  }

  /** Stops following the server until `open` is called. */
  close(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#isConnected = false;
    this.#missed = true;
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

  /** Call when the browser is online again: fetches immediately if the page polls, and opens a stream if there is none. */
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

  /** Fetches everything; calls share a fetch that is on its way. */
  refresh(): Promise<void> {
    if (this.#pendingFetch !== null) return this.#pendingFetch;
    const pending = this.#fetchAll().finally(() => {
      if (this.#pendingFetch === pending) this.#pendingFetch = null;
    });
    this.#pendingFetch = pending;
    return pending;
  }

  #refreshIf(wanted: boolean): void {
    if (wanted) void this.refresh();
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
    // Before the request, during which the tab may be hidden and shown, which starts a timer of its own.
    this.#pollTimer = undefined;
    await this.refresh();
    this.updatePolling();
  }

  #handleGreeting(data: unknown): void {
    clearTimeout(this.#helloTimer);
    this.#isConnected = true;
    this.#failedOpens = 0;
    const missed = this.#missed;
    this.#missed = false;
    this.#refreshIf(this.#feed.onGreeting(data, missed));
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

  #handleBreak(how: LiveBreak): void {
    this.#isConnected = false;
    this.#missed = true;
    this.updatePolling();
    this.#refreshIf(this.#feed.onBreak(how));
  }

  #backoff(): number {
    const wait = Math.min(LIVE_REOPEN_MAX_MS, LIVE_REOPEN_FIRST_MS * 2 ** this.#failedOpens);
    this.#failedOpens += 1;
    return wait * (1 - this.#dependencies.random() / 2);
  }
}

/** Starts a live connection that follows the page's visibility and network, for the lifetime of the page or until `ended` is aborted. */
export function connectFeed(feed: LiveFeed, ended?: AbortSignal): LiveConnection {
  const connection = new LiveConnection(feed, {
    isVisible: () => document.visibilityState === 'visible',
    random: Math.random,
  });
  const listening: AddEventListenerOptions = ended === undefined ? {} : { signal: ended };
  document.addEventListener('visibilitychange', () => connection.handleVisibilityChange(), listening);
  addEventListener('online', () => connection.handleOnline(), listening);
  // Browsers do not put a page with an open stream into the back/forward cache.
  addEventListener('pagehide', () => connection.close(), listening);
  addEventListener('pageshow', ({ persisted }) => (persisted ? connection.open() : undefined), listening);
  ended?.addEventListener('abort', () => connection.close());
  connection.open();
  return connection;
}
