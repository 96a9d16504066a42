import type { ServerResponse } from 'node:http';
import type { MediaBody } from './media-body.ts';
import type { Exchange } from './reply.ts';

const PIECE_BYTES = 64 * 1024;
const SETTLE_MS = 40;

export interface Span {
  readonly start: number;
  /** Exclusive end: the offset after the last byte. */
  readonly end: number;
}

/**
 * Parses a single byte range (RFC 9110 section 14). Returns null for no range or an unsupported one, and 'none' for a
 * range that contains no byte of the file.
 */
export const readRange = (header: string | undefined, size: number): Span | 'none' | null => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size };
  const start = Number(first);
  const end = last === '' ? size : Math.min(size, Number(last) + 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'none' : { start, end };
};

export interface Transfer {
  readonly exchange: Exchange;
  readonly body: MediaBody;
  readonly span: Span;
  readonly status: 200 | 206;
  readonly headers: Record<string, string>;
}

/** Resolves when the connection accepts more data or has closed. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });

/** Writes part of the file, with backpressure. Returns false when the connection has closed. */
export const write = async ({ exchange, body }: Transfer, start: number, end: number): Promise<boolean> => {
  const { response } = exchange;
  for (let from = start; from < end; from += PIECE_BYTES) {
    if (response.destroyed) return false;
    const more = response.write(body.bytes().subarray(from, Math.min(end, from + PIECE_BYTES)));
    if (!more) await drained(response);
  }
  return !response.destroyed;
};

export const begin = (
  { exchange, status, headers, span }: Transfer,
  length: number | null = span.end - span.start,
) => {
  exchange.response.writeHead(status, {
    ...headers,
    ...(length === null ? {} : { 'content-length': String(length) }),
  });
  exchange.response.flushHeaders();
};

export const sendWhole = async (transfer: Transfer, length?: number | null): Promise<void> => {
  begin(transfer, length);
  if (await write(transfer, transfer.span.start, transfer.span.end)) transfer.exchange.response.end();
};

/** Sends the file up to offset `at`, then calls `onReached`. */
export const sendUpTo = async (
  transfer: Transfer,
  at: number,
  onReached: () => void,
  length?: number | null,
) => {
  begin(transfer, length);
  const { start, end } = transfer.span;
  if (await write(transfer, start, Math.max(start, Math.min(end, at)))) {
    // The last piece must leave before the connection closes; the extra event-loop turn lets a reader in this process
    // receive it.
    setTimeout(() => setImmediate(onReached), SETTLE_MS);
  }
};
