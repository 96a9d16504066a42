import { useEffect, useState } from 'react';
import { ADMIN_EVENTS } from '#shared/contract/admin-settings.ts';
import { openAccessStream, openAdminStream } from '../../lib/panel-client.ts';
import { LIVE_POLL_MS, LIVE_REOPEN_FIRST_MS, LIVE_REOPEN_MAX_MS } from '../live-limits.ts';
import { PANEL_KEYS, queryClient } from './query-client.ts';
import { recheckSession } from './session.ts';

/** The part of an EventSource used here. */
interface AdminStream {
  readonly readyState: number;
  addEventListener(name: string, listener: () => void): void;
  close(): void;
}

/** Functions of the browser and the panel that the connection uses. */
export interface AdminLiveConnectionDependencies {
  readonly openStream: () => AdminStream;
  readonly onEvent: (event: keyof typeof ADMIN_EVENTS | 'everything') => void;
  /** Called whenever the stream breaks or cannot be opened. */
  readonly onBreak?: () => void;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
  /** Whether something may have happened before the stream was first opened, which its data does not show. */
  readonly missesStart?: boolean;
}

/** EventSource.CLOSED: the browser does not reconnect. */
const CLOSED = 2;

/**
 * Receives the admin event stream, which announces what the panel must fetch again. Polls everything while it is down.
 */
export class AdminLiveConnection {
  readonly #dependencies: AdminLiveConnectionDependencies;
  #stream: AdminStream | null = null;
  #wasDisconnected: boolean;
  #failedOpens = 0;
  #reopenTimer: ReturnType<typeof setTimeout> | undefined;
  #pollTimer: ReturnType<typeof setInterval> | undefined;

  constructor(dependencies: AdminLiveConnectionDependencies) {
    this.#dependencies = dependencies;
    this.#wasDisconnected = dependencies.missesStart === true;
  }

  /** Opens the stream unless it is open. */
  open(): void {
    clearTimeout(this.#reopenTimer);
    if (this.#stream !== null) return;
    const stream = this.#dependencies.openStream();
    this.#stream = stream;
    for (const event of Object.keys(ADMIN_EVENTS) as (keyof typeof ADMIN_EVENTS)[])
      stream.addEventListener(ADMIN_EVENTS[event], () => this.#dependencies.onEvent(event));
    stream.addEventListener('open', () => this.#handleOpen());
    stream.addEventListener('error', () => this.#handleError(stream));
  }

  /** Closes the stream and stops polling until it is opened again. */
  close(): void {
    clearTimeout(this.#reopenTimer);
    clearInterval(this.#pollTimer);
    this.#pollTimer = undefined;
    this.#stream?.close();
    this.#stream = null;
    this.#wasDisconnected = true;
  }

  #handleOpen(): void {
    clearInterval(this.#pollTimer);
    this.#pollTimer = undefined;
    this.#failedOpens = 0;
    // Events sent while the stream was down are lost.
    if (this.#wasDisconnected) this.#dependencies.onEvent('everything');
    this.#wasDisconnected = false;
  }

  #handleError(stream: AdminStream): void {
    if (stream !== this.#stream) return;
    this.#wasDisconnected = true;
    this.#dependencies.onBreak?.();
    this.#pollTimer ??= setInterval(() => this.#dependencies.onEvent('everything'), LIVE_POLL_MS);
    if (stream.readyState !== CLOSED) return;
    this.#stream = null;
    // The first refusal may mean that the session has ended.
    if (this.#failedOpens === 0) this.#dependencies.onEvent('access');
    const wait = Math.min(LIVE_REOPEN_MAX_MS, LIVE_REOPEN_FIRST_MS * 2 ** this.#failedOpens);
    this.#failedOpens += 1;
    this.#reopenTimer = setTimeout(() => this.open(), wait * (1 - this.#dependencies.random() / 2));
  }
}

/** `broken`: the stream broke, and it is to be seen whether the server still answers. */
type StaleEvent = keyof typeof ADMIN_EVENTS | 'everything' | 'broken';

/** Query keys that each event makes stale. */
const STALE_KEYS: Readonly<Record<StaleEvent, readonly (readonly string[])[]>> = {
  settings: [['settings'], PANEL_KEYS.activity, PANEL_KEYS.firstRun],
  engines: [PANEL_KEYS.engines, PANEL_KEYS.status, PANEL_KEYS.activity, PANEL_KEYS.firstRun],
  firstRun: [PANEL_KEYS.firstRun],
  accounts: [PANEL_KEYS.accounts, PANEL_KEYS.activity],
  access: [],
  everything: [[]],
  broken: [PANEL_KEYS.status, PANEL_KEYS.engines],
};

/** Invalidates the queries that an event makes stale, and checks the session again after an `access` event. */
function handleAdminEvent(event: StaleEvent): void {
  if (event === 'access') void recheckSession();
  for (const queryKey of STALE_KEYS[event]) void queryClient.invalidateQueries({ queryKey: [...queryKey] });
}

/** Keeps a connection open while the component is mounted, except while the page is in the back/forward cache. */
function useConnection(dependencies: Omit<AdminLiveConnectionDependencies, 'random'>): void {
  const [initial] = useState(dependencies);
  useEffect(() => {
    const connection = new AdminLiveConnection({ ...initial, random: Math.random });
    const close = () => connection.close();
    const open = () => connection.open();
    connection.open();
    addEventListener('online', open);
    // Browsers do not put a page with an open stream into the back/forward cache.
    addEventListener('pagehide', close);
    addEventListener('pageshow', open);
    return () => {
      removeEventListener('online', open);
      removeEventListener('pagehide', close);
      removeEventListener('pageshow', open);
      close();
    };
  }, [initial]);
}

/** Keeps the admin event stream open while the component is mounted. */
export const useAdminLiveConnection = (): void =>
  useConnection({
    openStream: openAdminStream,
    onEvent: handleAdminEvent,
    onBreak: () => handleAdminEvent('broken'),
  });

/**
 * Keeps the stream of a waiting account's access open while the component is mounted. Calls `onChange` whenever the
 * access may have changed.
 */
export const useAccessConnection = (onChange: () => void): void =>
  useConnection({ openStream: openAccessStream, onEvent: onChange, missesStart: true });
