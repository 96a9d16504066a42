import type { OnReadOpts, Socket } from 'node:net';
import { OutboundError, RESPONSE_HEADERS_MAX_BYTES, toOutboundError } from './outbound-client.ts';
import { type BufferPool, PooledBody } from './pooled-body.ts';

/** Head of a response that `parseMediaResponseHead` accepts. */
interface MediaResponseHead {
  readonly status: number;
  /** Header names in lower case; the values of a repeated header are joined with ', '. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  /** Number of bytes of the body of a 200 or 206; null for other statuses, whose bodies are not read. */
  readonly length: number | null;
  /** Milliseconds for which the connection may be kept for another request; 0 when it may not be kept. */
  readonly keepMs: number;
}

const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d) [\t\x20-\x7e]*$/;
/**
 * Matches a field line of RFC 9112 section 5 whose value is printable ASCII without a space at its end. Does not match continuation lines.
 */
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*((?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?)$/;
const LENGTH = /^(?:0|[1-9]\d{0,14})$/;
/** Names of headers that change how the body or the connection has to be read. The general client reads responses with such a header. */
const NEVER_PLAIN = ['trailer', 'upgrade', 'te'] as const;

const KEEP_ALIVE_MS = 4_000;
/**
 * Milliseconds by which a connection is kept shorter than its server states. The server closes the connection at the stated time, so a
 * request sent just before would be lost.
 */
const KEEP_ALIVE_MARGIN_MS = 1_000;

/**
 * Returns for how many milliseconds a connection may be kept: 0 for `close` and for a stated time of one second or less. Returns null for a
 * Connection header other than `keep-alive` and `close`.
 */
const readKeepMs = (headers: Readonly<Record<string, string>>): number | null => {
  const connection = (headers['connection'] ?? 'keep-alive').toLowerCase();
  if (connection === 'close') return 0;
  if (connection !== 'keep-alive') return null;
  const seconds = /(?:^|[,\s])timeout=(\d{1,4})(?:$|[,;\s])/i.exec(headers['keep-alive'] ?? '')?.[1];
  if (seconds === undefined) return KEEP_ALIVE_MS;
  return Math.max(0, Math.min(KEEP_ALIVE_MS, Number(seconds) * 1_000 - KEEP_ALIVE_MARGIN_MS));
};

/** Header fields of a response. `headers` and `setCookies` both contain the values of Set-Cookie. */
interface Fields {
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
}

/** Parses field lines. Returns null if one of them does not match FIELD_LINE. */
const parseFields = (lines: readonly string[]): Fields | null => {
  const headers: Record<string, string> = Object.create(null);
  const setCookies: string[] = [];
  for (const line of lines) {
    const [, name, value] = FIELD_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    const lowered = name.toLowerCase();
    if (lowered === 'set-cookie') setCookies.push(value);
    const before = headers[lowered];
    headers[lowered] = before === undefined ? value : `${before}, ${value}`;
  }
  return { headers, setCookies };
};

/**
 * Returns the number of bytes of the body of a 200 or 206; null for a status of 300 or more, whose body is not read. Returns undefined if
 * the headers do not state one certain length or contradict each other, and for any other status.
 */
const readLength = (status: number, headers: Fields['headers']): number | null | undefined => {
  // Two lengths are joined with a comma, which no length contains.
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (length !== undefined && !LENGTH.test(length)) return undefined;
  if (status >= 300) {
    // The connection is closed without the body, but two contradicting ends are a fault also here.
    const isChunked = encoding?.toLowerCase() === 'chunked' && length === undefined;
    return encoding === undefined || isChunked ? null : undefined;
  }
  const isSent = status === 200 || status === 206;
  return isSent && encoding === undefined && length !== undefined ? Number(length) : undefined;
};

/**
 * Parses the head of a response, without the empty line at its end. Returns null for a status below 200, a malformed line, a header in
 * NEVER_PLAIN, a Connection header other than `keep-alive` and `close`, and a body without one certain length (`readLength`). The general
 * client then requests the file again, because two readers of the same bytes must never disagree on where the body ends (request
 * smuggling).
 */
export const parseMediaResponseHead = (head: string): MediaResponseHead | null => {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(STATUS_LINE.exec(statusLine)?.[1] ?? 0);
  const fields = status === 0 ? null : parseFields(lines);
  if (fields === null || NEVER_PLAIN.some((name) => fields.headers[name] !== undefined)) return null;
  const length = readLength(status, fields.headers);
  const keepMs = readKeepMs(fields.headers);
  if (length === undefined || keepMs === null) return null;
  return { status, ...fields, length, keepMs: length === null ? 0 : keepMs };
};

/** Match the target of a request line, and the names and values of headers, that cannot begin another line. */
const TARGET = /^\/[\x21-\x7e]*$/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/**
 * Formats the head of a GET request that asks the server to keep the connection open. Returns null when the target or a header is malformed
 * or contains a character outside printable ASCII.
 */
export const formatMediaRequestHead = (
  target: string,
  headers: Readonly<Record<string, string>>,
): string | null => {
  const fields = Object.entries({ ...headers, connection: 'keep-alive' });
  if (!TARGET.test(target) || !fields.every(([name, value]) => NAME.test(name) && VALUE.test(value)))
    return null;
  return `GET ${target} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/** Size of the buffer for response heads, the only buffer that an idle connection holds. */
const HEAD_BUFFER_BYTES = 2 * 1024;
const HEAD_END = '\r\n\r\n';

/**
 * Outcome of a request. `refused`: `parseMediaResponseHead` does not accept the response, or its head is too long. `cut`: the connection
 * ended in the middle of the response head. `stale`: the server closed a kept connection before it answered.
 */
export type MediaAnswer =
  | { readonly kind: 'response'; readonly head: MediaResponseHead; readonly body: PooledBody }
  | { readonly kind: 'refused' | 'cut' | 'stale' };

interface Pending {
  readonly bodyTimeoutMs: number;
  readonly resolve: (answer: MediaAnswer) => void;
  readonly reject: (error: Error) => void;
}

export interface MediaConnectionParts {
  /** Opens a socket with `onread` as its option of the same name. */
  readonly connect: (onread: OnReadOpts) => Socket;
  /**
   * Whether the socket delivers nothing more once the callback of `onread` returns false. A TLS socket first delivers what it has
   * decrypted.
   */
  readonly stopsImmediately: boolean;
  readonly pool: BufferPool;
  /** Called when the connection can send another request. The connection may be kept for `keepMs` milliseconds. */
  readonly onIdle: (connection: MediaConnection, keepMs: number) => void;
  readonly onClose: (connection: MediaConnection) => void;
}

/**
 * HTTP/1.1 connection that requests media files one after another and reads their bodies into pooled buffers, without a stream object for
 * each chunk. It reads only responses that `parseMediaResponseHead` accepts, and closes after any other response and after one whose body
 * it does not read.
 */
export class MediaConnection {
  readonly #parts: MediaConnectionParts;
  readonly #socket: Socket;
  readonly #headBuffer = Buffer.allocUnsafeSlow(HEAD_BUFFER_BYTES);
  #head = '';
  #pending: Pending | null = null;
  #body: PooledBody | null = null;
  #bodyTimeoutMs = 0;
  #keepMs = 0;
  #isUsed = false;
  #isReading = true;
  #readsSince = 0;

  /** Starts to connect. */
  constructor(parts: MediaConnectionParts) {
    this.#parts = parts;
    this.#socket = parts.connect({
      buffer: () => this.#nextBuffer(),
      callback: (count) => this.#receive(count),
    });
    this.#socket
      .on('error', (error) => this.#fail(toOutboundError(error)))
      .on('end', () => this.#fail(new OutboundError('unreachable')))
      .on('timeout', this.#onTimeout)
      .on('close', () => {
        this.#fail(new OutboundError('unreachable'));
        this.#body?.disconnect();
        parts.onClose(this);
      });
  }

  /**
   * Sends `head`, the head of a GET request, and resolves with the outcome. Rejects with OutboundError, or with the reason given to
   * `destroy`. `bodyTimeoutMs` is the longest time between two parts of the body, in milliseconds.
   */
  request(head: string, bodyTimeoutMs: number): Promise<MediaAnswer> {
    return new Promise((resolve, reject) => {
      this.#pending = { bodyTimeoutMs, resolve, reject };
      this.#socket.setTimeout(0);
      this.#socket.write(head, 'latin1');
    });
  }

  /** False once the connection is closed. Bytes that arrive while no request is pending close the connection. */
  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /**
   * Closes the connection. An unfinished body fails with `reason`, and so does a pending request. With the default `reason`, a pending
   * request ends as if the server had closed the connection.
   */
  destroy(reason: Error = new OutboundError('unreachable')): void {
    this.#fail(reason);
  }

  #nextBuffer(): Buffer {
    return this.#body?.nextBuffer() ?? this.#headBuffer;
  }

  /** Processes `count` bytes, which have been read into the memory that `#nextBuffer` returned last. Returns whether to read on. */
  #receive(count: number): boolean {
    const body = this.#body;
    if (body === null) return this.#receiveHead(this.#headBuffer.subarray(0, count));
    if (count > body.missingBytes) {
      // Bytes behind the body belong to no request.
      this.#keepMs = 0;
      return this.#receiveBody(body, body.missingBytes);
    }
    return this.#receiveBody(body, count);
  }

  #receiveHead(bytes: Buffer): boolean {
    if (this.#pending === null) {
      this.#socket.destroy();
      return false;
    }
    const seen = this.#head.length;
    this.#head += bytes.toString('latin1');
    const end = this.#head.indexOf(HEAD_END, Math.max(0, seen - HEAD_END.length));
    if (end === -1) {
      if (this.#head.length > RESPONSE_HEADERS_MAX_BYTES) this.#answer({ kind: 'refused' });
      return true;
    }
    const head = end > RESPONSE_HEADERS_MAX_BYTES ? null : parseMediaResponseHead(this.#head.slice(0, end));
    const first = bytes.subarray(end + HEAD_END.length - seen);
    this.#head = '';
    this.#isUsed = true;
    if (head === null) {
      this.#answer({ kind: 'refused' });
      return false;
    }
    return this.#startBody(head, first);
  }

  #startBody(head: MediaResponseHead, first: Buffer): boolean {
    const { pool, stopsImmediately } = this.#parts;
    const body = new PooledBody(
      head.length ?? 0,
      { stopsImmediately, readMore: () => this.#readMore(), abort: () => this.#socket.destroy() },
      pool,
    );
    this.#keepMs = head.keepMs;
    const pending = this.#pending;
    this.#answer({ kind: 'response', head, body });
    if (head.length === null) {
      this.#socket.destroy();
      return false;
    }
    this.#body = body;
    this.#bodyTimeoutMs = pending?.bodyTimeoutMs ?? 0;
    this.#socket.setTimeout(this.#bodyTimeoutMs);
    if (first.length > body.missingBytes) this.#keepMs = 0;
    const count = Math.min(first.length, body.missingBytes);
    if (count > 0) first.copy(body.nextBuffer(), 0, 0, count);
    return this.#receiveBody(body, count);
  }

  #receiveBody(body: PooledBody, count: number): boolean {
    this.#isReading = body.receive(count);
    if (body.missingBytes > 0) return this.#isReading;
    this.#finishBody(body);
    return true;
  }

  /** Detaches a body that has arrived completely. Then calls `onIdle`, or closes the connection if it may not be kept. */
  #finishBody(body: PooledBody): void {
    this.#body = null;
    this.#isReading = true;
    body.disconnect();
    if (this.#keepMs === 0 || this.#socket.destroyed) {
      this.#socket.destroy();
      return;
    }
    this.#socket.setTimeout(this.#keepMs);
    // A TLS socket can deliver the rest of a body after its reading has been stopped; the next response would never be read.
    this.#socket.resume();
    this.#parts.onIdle(this, this.#keepMs);
  }

  #readMore(): void {
    if (this.#isReading || this.#body === null) return;
    this.#isReading = true;
    this.#readsSince = performance.now();
    this.#socket.resume();
  }

  readonly #onTimeout = (): void => {
    if (this.#body === null) {
      this.#socket.destroy();
      return;
    }
    // Time in which the consumer did not want more does not count.
    const waited = performance.now() - this.#readsSince;
    if (!this.#isReading) this.#socket.setTimeout(this.#bodyTimeoutMs);
    else if (waited < this.#bodyTimeoutMs) this.#socket.setTimeout(this.#bodyTimeoutMs - waited);
    else this.#fail(new OutboundError('timeout'));
  };

  #answer(answer: MediaAnswer): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.resolve(answer);
    if (answer.kind !== 'response') this.#socket.destroy();
  }

  #fail(error: Error): void {
    const pending = this.#pending;
    const body = this.#body;
    this.#pending = null;
    this.#socket.destroy();
    body?.destroy(error);
    if (pending === null) return;
    const isClosed = error instanceof OutboundError && error.fault === 'unreachable';
    if (isClosed && this.#head !== '') pending.resolve({ kind: 'cut' });
    else if (isClosed && this.#isUsed) pending.resolve({ kind: 'stale' });
    else pending.reject(error);
  }
}
