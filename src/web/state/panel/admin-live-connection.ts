import { ADMIN_EVENTS } from '#shared/contract/admin-settings.ts';
import { LIVE_POLL_MS, LIVE_REOPEN_FIRST_MS, LIVE_REOPEN_MAX_MS } from '#shared/limits.ts';
import { PANEL_KEYS, queryClient } from './query-client.ts';
import { checkSessionAgain } from './session.ts';

/** The part of an EventSource used here. */
interface AdminStream {
  readonly readyState: number;
  addEventListener(name: string, listener: () => void): void;
  close(): void;
}

/** What the line needs of the browser and of the panel. */
export interface AdminLiveConnectionDependencies {
  readonly openStream: () => AdminStream;
  readonly news: (of: keyof typeof ADMIN_EVENTS | 'everything') => void;
  /** 0 to 1. */
  readonly random: () => number;
}

/** EventSource.CLOSED: the browser will not try again by itself. */
const CLOSED = 2;

/** Hears what the panel must ask for again; while the stream is down everything is asked for now and then. */
export class AdminLiveConnection {
  readonly #world: AdminLiveConnectionDependencies;
  #stream: AdminStream | null = null;
  #wasDown = false;
  #refusals = 0;
  #reopen: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;

  constructor(world: AdminLiveConnectionDependencies) {
    this.#world = world;
  }

  /** Opens the stream unless it is open. */
  open(): void {
    clearTimeout(this.#reopen);
    if (this.#stream !== null) return;
    const stream = this.#world.openStream();
    this.#stream = stream;
    for (const of of Object.keys(ADMIN_EVENTS) as (keyof typeof ADMIN_EVENTS)[])
      stream.addEventListener(ADMIN_EVENTS[of], () => this.#world.news(of));
    stream.addEventListener('open', () => this.#up());
    stream.addEventListener('error', () => this.#down(stream));
  }

  /** Closes the stream and asks no more until it is opened again. */
  close(): void {
    clearTimeout(this.#reopen);
    clearInterval(this.#poll);
    this.#poll = undefined;
    this.#stream?.close();
    this.#stream = null;
    this.#wasDown = true;
  }

  #up(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
    this.#refusals = 0;
    // What happened meanwhile was told to nobody here.
    if (this.#wasDown) this.#world.news('everything');
    this.#wasDown = false;
  }

  #down(stream: AdminStream): void {
    if (stream !== this.#stream) return;
    this.#wasDown = true;
    this.#poll ??= setInterval(() => this.#world.news('everything'), LIVE_POLL_MS);
    if (stream.readyState !== CLOSED) return;
    this.#stream = null;
    // The first refusal may mean that the session is over.
    if (this.#refusals === 0) this.#world.news('access');
    const wait = Math.min(LIVE_REOPEN_MAX_MS, LIVE_REOPEN_FIRST_MS * 2 ** this.#refusals);
    this.#refusals += 1;
    this.#reopen = setTimeout(() => this.open(), wait * (1 - this.#world.random() / 2));
  }
}

const OLD_BY: Readonly<Record<keyof typeof ADMIN_EVENTS | 'everything', readonly (readonly string[])[]>> = {
  settings: [['settings'], PANEL_KEYS.activity],
  engines: [PANEL_KEYS.engines, PANEL_KEYS.activity],
  accounts: [PANEL_KEYS.accounts, PANEL_KEYS.activity],
  access: [],
  everything: [[]],
};

/** Asks again for what the news make old. */
export function takeNews(of: keyof typeof ADMIN_EVENTS | 'everything'): void {
  if (of === 'access') void checkSessionAgain();
  for (const queryKey of OLD_BY[of]) void queryClient.invalidateQueries({ queryKey: [...queryKey] });
}
