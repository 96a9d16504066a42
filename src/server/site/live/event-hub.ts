import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import {
  LIVE_CLOSE_GRACE_MS,
  LIVE_HEARTBEAT_MS,
  LIVE_RETRY_MAX_MS,
  LIVE_RETRY_MIN_MS,
  LIVE_UNREAD_MAX_BYTES,
  LIVE_WRITES_CONCURRENCY,
} from './live-limits.ts';

/** Open server-sent-events streams, each with its reader. */
export interface EventHub<Reader> {
  readonly readers: ReadonlyMap<ServerResponse, Reader>;
  /**
   * Responds with a stream that begins with the greeting, which shows the client that no proxy holds the stream back. Returns false
   * without writing anything if the hub is closed.
   */
  open(response: ServerResponse, reader: Reader, greeting: string): boolean;
  /** Sends events to these streams, or to all. Every stream receives events in order. */
  send(events: string, streams?: readonly ServerResponse[]): void;
  /** Ends the streams of some readers with a last event. */
  endWhere(isOver: (reader: Reader) => boolean, last: string): void;
  /** Ends every stream and accepts no new ones. */
  close(): void;
}

/** Response headers of every stream. */
const LIVE_HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Without this, nginx holds events back until its buffer is full.
  'x-accel-buffering': 'no',
  // The connection ends with the stream: a stopping server would wait for a kept-alive one.
  connection: 'close',
} as const;

/** A comment, which browsers ignore. */
const HEARTBEAT = ':\n\n';

/** Returns the text of a server-sent event with `data` as JSON. */
export const eventText = (name: string, data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Returns the `retry` field with a random reconnect delay, so that browsers do not all reconnect at once. */
const retryField = (): string => {
  const wait = LIVE_RETRY_MIN_MS + Math.random() * (LIVE_RETRY_MAX_MS - LIVE_RETRY_MIN_MS);
  return `retry: ${wait.toFixed()}\n`;
};

/** Writes to a stream that is still open, and destroys one that is stuck. */
const writeOrDestroy = (stream: ServerResponse, bytes: Buffer): void => {
  // Events are few and small: a client with this much unread will not catch up, and must not fill memory.
  if (stream.writableLength > LIVE_UNREAD_MAX_BYTES) stream.destroy();
  else if (!stream.destroyed && !stream.writableEnded) stream.write(bytes);
};

/** Writes to the streams in batches: thousands of writes at once would delay every download by a tenth of a second. */
const writeInBatches = async (streams: readonly ServerResponse[], bytes: Buffer): Promise<void> => {
  for (let at = 0; at < streams.length; at += LIVE_WRITES_CONCURRENCY) {
    for (const stream of streams.slice(at, at + LIVE_WRITES_CONCURRENCY)) writeOrDestroy(stream, bytes);
    await nextTurn();
  }
};

/**
 * Creates a hub. Its heartbeat is one timer for all streams, does not keep the process alive, and calls `onHeartbeat`, whose
 * failure is ignored.
 */
export const createEventHub = <Reader>(
  onHeartbeat: () => Promise<void> = async () => undefined,
): EventHub<Reader> => {
  const readers = new Map<ServerResponse, Reader>();
  const mutex = new Mutex();
  let closed = false;
  const send = (events: string, streams = [...readers.keys()]): void => {
    const bytes = Buffer.from(events);
    void mutex.runExclusive(() => writeInBatches(streams, bytes));
  };
  const heartbeat = setInterval(() => {
    send(HEARTBEAT);
    onHeartbeat().catch(() => undefined);
  }, LIVE_HEARTBEAT_MS);
  heartbeat.unref();
  return {
    readers,
    open(response, reader, greeting) {
      if (closed) return false;
      // The client has left: 'close' was already emitted, so the stream would never be removed.
      if (response.destroyed) return true;
      readers.set(response, reader);
      response.on('close', () => readers.delete(response));
      // A reset by the client is an ordinary end; 'close' follows.
      response.on('error', () => undefined);
      response.writeHead(200, LIVE_HEAD);
      response.write(retryField() + greeting);
      return true;
    },
    send,
    endWhere(isOver, last) {
      for (const [stream, reader] of readers) {
        if (!isOver(reader)) continue;
        readers.delete(stream);
        stream.end(last);
      }
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      const open = [...readers.keys()];
      for (const stream of open) stream.end();
      // A client that does not read would delay the shutdown.
      setTimeout(() => {
        for (const stream of open) stream.destroy();
      }, LIVE_CLOSE_GRACE_MS).unref();
    },
  };
};
