// What the streams to pages and to panels have in common.
import type { ServerResponse } from 'node:http';
import { LIVE_RETRY_MAX_MS, LIVE_RETRY_MIN_MS, LIVE_UNREAD_MAX_BYTES } from './live-limits.ts';

/** Response headers of every stream. */
export const LIVE_HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Without this, nginx holds events back until its buffer is full.
  'x-accel-buffering': 'no',
  // The connection ends with the stream: a stopping server would wait for a kept-alive one.
  connection: 'close',
} as const;

/** A comment, which browsers ignore. */
export const HEARTBEAT = Buffer.from(':\n\n');

/** Returns the `retry` field with a random reconnect delay, so that browsers do not all reconnect at once. */
export const retryField = (): string => {
  const wait = LIVE_RETRY_MIN_MS + Math.random() * (LIVE_RETRY_MAX_MS - LIVE_RETRY_MIN_MS);
  return `retry: ${wait.toFixed()}\n`;
};

/** Writes to a stream that is still open, and destroys one that is stuck. */
export const writeOrDestroy = (stream: ServerResponse, bytes: Buffer): void => {
  // Events are few and small: a client with this much unread will not catch up, and must not fill memory.
  if (stream.writableLength > LIVE_UNREAD_MAX_BYTES) stream.destroy();
  else if (!stream.destroyed && !stream.writableEnded) stream.write(bytes);
};
