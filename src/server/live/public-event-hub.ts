import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIVE_HELLO_EVENT, SITE_EVENTS, type SiteSetting } from '#shared/contract/site-events.ts';
import {
  LIVE_CLOSE_GRACE_MS,
  LIVE_HEARTBEAT_MS,
  LIVE_RETRY_MAX_MS,
  LIVE_RETRY_MIN_MS,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_NETWORK_MAX,
  LIVE_UNREAD_MAX_BYTES,
  LIVE_WRITES_CONCURRENCY,
} from '#shared/limits.ts';

/** Tells any number of open pages that settings have changed, as server-sent events. */
export interface PublicEventHub {
  /**
   * Answers with a stream that begins with the given revision, and keeps it until either side ends it. Gives false,
   * having written nothing, when there are too many already, in all or of this network (null counts for none), or the
   * hub is closed.
   */
  open(response: ServerResponse, revision: number, network: string | null): boolean;
  /** Sends one event per changed setting to every open stream. */
  announce(changed: readonly SiteSetting[], revision: number): void;
  /** Ends every stream at once, and opens no more. */
  close(): void;
}

/** Head of every stream. */
export const LIVE_HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would hold events back until its buffer is full.
  'x-accel-buffering': 'no',
  // The connection ends with the stream: a stopping server would wait for one that is kept alive.
  connection: 'close',
} as const;

const HEARTBEAT = Buffer.from(':\n\n');

const event = (name: string, revision: number): string =>
  `event: ${name}\ndata: ${JSON.stringify({ revision })}\n\n`;

/** How long a browser that lost its stream waits; each is told another time. */
export const retryField = (): string => {
  const wait = LIVE_RETRY_MIN_MS + Math.random() * (LIVE_RETRY_MAX_MS - LIVE_RETRY_MIN_MS);
  return `retry: ${wait.toFixed()}\n`;
};

const writeOrDestroy = (stream: ServerResponse, bytes: Buffer): void => {
  // Events are few and small: whoever has this much unread will not catch up, and must not fill our memory.
  if (stream.writableLength > LIVE_UNREAD_MAX_BYTES) stream.destroy();
  else if (!stream.destroyed && !stream.writableEnded) stream.write(bytes);
};

/** In parts: thousands of writes at once would hold up every download for a tenth of a second. */
const writeInBatches = async (streams: readonly ServerResponse[], bytes: Buffer): Promise<void> => {
  for (let at = 0; at < streams.length; at += LIVE_WRITES_CONCURRENCY) {
    for (const stream of streams.slice(at, at + LIVE_WRITES_CONCURRENCY)) writeOrDestroy(stream, bytes);
    await nextTurn();
  }
};

/** Creates the hub. Its heartbeat is one timer for all streams, and does not keep the process alive. */
export const createPublicEventHub = (): PublicEventHub => {
  const streams = new Set<ServerResponse>();
  const perNetwork = new Map<string, number>();
  const full = (network: string | null): boolean =>
    streams.size >= LIVE_STREAMS_MAX ||
    (network !== null && (perNetwork.get(network) ?? 0) >= LIVE_STREAMS_PER_NETWORK_MAX);
  const count = (network: string | null, change: 1 | -1): void => {
    if (network === null) return;
    const now = (perNetwork.get(network) ?? 0) + change;
    // No list of who was here stays behind.
    if (now === 0) perNetwork.delete(network);
    else perNetwork.set(network, now);
  };
  let closed = false;
  let pendingWrites = Promise.resolve();
  /** One round after the other, so that nobody hears of an older change last. */
  const send = (bytes: Buffer): void => {
    const readers = [...streams];
    pendingWrites = pendingWrites.then(() => writeInBatches(readers, bytes));
  };
  const heartbeat = setInterval(() => send(HEARTBEAT), LIVE_HEARTBEAT_MS);
  heartbeat.unref();
  return {
    open(response, revision, network) {
      if (closed || full(network)) return false;
      // Gone before its answer began: it has said so already, and would be kept for ever.
      if (response.destroyed) return true;
      streams.add(response);
      count(network, 1);
      response.on('close', () => {
        streams.delete(response);
        count(network, -1);
      });
      // A reset by the reader is an ordinary end; 'close' follows.
      response.on('error', () => undefined);
      response.writeHead(200, LIVE_HEAD);
      response.write(retryField() + event(LIVE_HELLO_EVENT, revision));
      return true;
    },
    announce(changed, revision) {
      send(Buffer.from(changed.map((setting) => event(SITE_EVENTS[setting], revision)).join('')));
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      for (const stream of streams) stream.end();
      // Who does not read would hold up the end.
      setTimeout(() => {
        for (const stream of streams) stream.destroy();
      }, LIVE_CLOSE_GRACE_MS).unref();
    },
  };
};
