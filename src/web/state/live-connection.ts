import type { Site } from '#shared/contract/site.ts';
import { LIVE_HELLO_EVENT, SITE_EVENTS } from '#shared/contract/site-events.ts';
import {
  LIVE_HELLO_TIMEOUT_MS,
  LIVE_HIDDEN_CLOSE_MS,
  LIVE_POLL_MS,
  LIVE_POLL_SPREAD,
  LIVE_REOPEN_FIRST_MS,
  LIVE_REOPEN_MAX_MS,
} from '#shared/limits.ts';
import type { SiteSettingsStore } from './site-settings-store.ts';

/** The part of an EventSource used here. */
export interface LiveStream {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: { data?: unknown }) => void): void;
  close(): void;
}

/** What the line needs of the browser. */
export interface LiveConnectionDependencies {
  readonly openStream: () => LiveStream;
  /** Asks for the settings; null when they could not be had. Never rejects. */
  readonly ask: () => Promise<Site | null>;
  /** Told whenever the server has said what is current. */
  readonly checked: () => void;
  readonly visible: () => boolean;
  /**
   * Waits in a line of this browser's hidden tabs for the one stream they share: `led` is called when it is this tab's
   * turn. Gives the way out of the line, or null where tabs cannot line up.
   */
  readonly lineUp: (led: () => void) => (() => void) | null;
  /** 0 to 1. */
  readonly random: () => number;
}

/** EventSource.CLOSED: the browser will not try again by itself. */
const CLOSED = 2;

/** The revision a live event carries; NaN when it cannot be read. */
function revisionOf(data: unknown): number {
  try {
    const { revision } = JSON.parse(String(data)) as { revision: unknown };
    return Number.isSafeInteger(revision) ? (revision as number) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/** Keeps the settings store in step with the server: by the live stream, and by asking now and then while that is down. */
export class LiveConnection {
  readonly #store: SiteSettingsStore;
  readonly #world: LiveConnectionDependencies;
  #stream: LiveStream | null = null;
  #up = false;
  #failedBefore = false;
  #refusals = 0;
  /** The newest revision heard of. */
  #wanted = 0;
  #asking: Promise<boolean> | null = null;
  #hello: Timer;
  #reopen: Timer;
  #again: Timer;
  #poll: Timer;
  #hide: Timer;
  /** It is this hidden tab that keeps the stream. */
  #leads = false;
  #leaveLine: (() => void) | null = null;

  constructor(store: SiteSettingsStore, world: LiveConnectionDependencies) {
    this.#store = store;
    this.#world = world;
  }

  /** Follows from now on, after it was made or closed. */
  open(): void {
    if (this.#world.visible()) this.#openStream();
    else {
      this.#lineUp();
      // Nobody says what a page that was opened out of sight has missed.
      void this.#ask();
      this.settle();
    }
  }

  /** Opens the stream unless it is open or another tab's business. */
  #openStream(): void {
    clearTimeout(this.#reopen);
    if (this.#stream !== null || !(this.#world.visible() || this.#leads)) return;
    const stream = this.#world.openStream();
    this.#stream = stream;
    this.#hello = setTimeout(() => this.#down(), LIVE_HELLO_TIMEOUT_MS);
    stream.addEventListener(LIVE_HELLO_EVENT, ({ data }) => this.#greeted(revisionOf(data)));
    for (const name of Object.values(SITE_EVENTS))
      stream.addEventListener(name, ({ data }) => this.revisionReceived(revisionOf(data)));
    stream.addEventListener('error', () => this.#broken(stream));
  }

  /** Follows no more, until it is opened again. */
  close(): void {
    this.#leave();
    this.#closeStream();
    for (const timer of [this.#again, this.#poll, this.#hide]) clearTimeout(timer);
    this.#poll = undefined;
  }

  /** The tab came into sight or left it. */
  seen(): void {
    clearTimeout(this.#hide);
    if (this.#world.visible()) {
      this.#leave();
      // A stream that opens says by itself what is current.
      if (this.#stream === null) this.#openStream();
      else this.online();
    } else {
      this.#lineUp();
      this.#hide = setTimeout(() => {
        if (!this.#leads) this.#closeStream();
        this.settle();
      }, LIVE_HIDDEN_CLOSE_MS);
    }
    this.settle();
  }

  /** Asks and reopens at once what would have waited. */
  online(): void {
    if (this.#mustPoll()) void this.#ask();
    this.#openStream();
  }

  #closeStream(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#up = false;
    for (const timer of [this.#hello, this.#reopen]) clearTimeout(timer);
  }

  #lineUp(): void {
    this.#leaveLine ??= this.#world.lineUp(() => {
      this.#leads = true;
      this.#openStream();
      this.settle();
    });
  }

  #leave(): void {
    this.#leads = false;
    this.#leaveLine?.();
    this.#leaveLine = null;
  }

  /** Starts or ends the asking now and then, as what is shown demands. */
  settle(): void {
    if (!this.#mustPoll()) {
      clearTimeout(this.#poll);
      this.#poll = undefined;
    } else if (this.#poll === undefined) {
      const wait = LIVE_POLL_MS * (1 - LIVE_POLL_SPREAD * this.#world.random());
      this.#poll = setTimeout(() => void this.#pollNow(), wait);
    }
  }

  /** During maintenance the page says that it asks every minute, whatever the stream does. */
  #mustPoll(): boolean {
    if (this.#world.visible()) return !this.#up || this.#store.site.maintenance;
    return !this.#up && !this.#waits();
  }

  /** Hidden, and told by the tab that leads. */
  #waits(): boolean {
    return this.#leaveLine !== null && !this.#leads;
  }

  async #pollNow(): Promise<void> {
    await this.#ask();
    this.#poll = undefined;
    this.settle();
  }

  #greeted(revision: number): void {
    clearTimeout(this.#hello);
    this.#up = true;
    this.#refusals = 0;
    if (revision === this.#store.revision) {
      this.#store.confirm();
      this.#world.checked();
    } else this.revisionReceived(revision);
    this.settle();
  }

  /** A revision was named, by an event of the stream or by another tab; NaN for one that could not be read. */
  revisionReceived(revision: number): void {
    if (revision > this.#wanted) this.#wanted = revision;
    if (revision !== this.#store.revision) void this.#ask();
  }

  #broken(stream: LiveStream): void {
    if (stream !== this.#stream) return;
    clearTimeout(this.#hello);
    if (stream.readyState === CLOSED) {
      this.#stream = null;
      this.#reopen = setTimeout(() => this.#openStream(), this.#backoff());
    }
    this.#down();
  }

  #down(): void {
    this.#up = false;
    this.settle();
    if (this.#failedBefore) return;
    this.#failedBefore = true;
    void this.#ask().then((reached) => (reached ? undefined : this.#store.paintStored()));
  }

  #backoff(): number {
    const wait = Math.min(LIVE_REOPEN_MAX_MS, LIVE_REOPEN_FIRST_MS * 2 ** this.#refusals);
    this.#refusals += 1;
    return wait * (1 - this.#world.random() / 2);
  }

  /** Gives whether the server was reached. Asked again meanwhile, one answer serves all. */
  #ask(): Promise<boolean> {
    this.#asking ??= this.#askUntilCurrent().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #askUntilCurrent(): Promise<boolean> {
    for (;;) {
      const wanted = this.#wanted;
      const site = await this.#world.ask();
      if (site !== null) {
        this.#store.accept(site);
        this.#world.checked();
      }
      const current = site !== null && this.#wanted <= this.#store.revision;
      // What came up while we asked is asked for at once; a server that is behind or out of reach gets time.
      if (current || this.#wanted === wanted) {
        if (!current) this.#askLater();
        return site !== null;
      }
    }
  }

  /** With the stream down the poll asks again; else nobody would. */
  #askLater(): void {
    clearTimeout(this.#again);
    if (this.#up || this.#waits()) this.#again = setTimeout(() => void this.#ask(), this.#backoff());
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;
