/** Head of a response that a MediaConnection can read by itself. */
export interface MediaResponseHead {
  readonly status: number;
  /** Header names in lower case; the values of a repeated header are joined with ', '. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  /** Bytes of the body of a 200 or 206; null for other statuses, whose bodies are not read. */
  readonly length: number | null;
  /** Milliseconds for which the connection may be kept for another request; 0 when it may not be kept. */
  readonly keepMs: number;
}

const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d) [\t\x20-\x7e]*$/;
/** Field line of RFC 9112 section 5 whose value is printable ASCII without a space at its end. Continuation lines do not match. */
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*((?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?)$/;
const LENGTH = /^(?:0|[1-9]\d{0,14})$/;
/** Headers that give the connection another meaning. */
const NEVER_PLAIN = ['trailer', 'upgrade', 'te'] as const;

const KEEP_ALIVE_MS = 4_000;
/** A server closes its side after the stated time, so a request sent just before would be lost. */
const KEEP_ALIVE_MARGIN_MS = 1_000;

/** Returns how long a connection may be kept; null for a Connection header that says more than `keep-alive` or `close`. */
const readKeepMs = (headers: Readonly<Record<string, string>>): number | null => {
  const connection = (headers['connection'] ?? 'keep-alive').toLowerCase();
  if (connection === 'close') return 0;
  if (connection !== 'keep-alive') return null;
  const seconds = /(?:^|[,\s])timeout=(\d{1,4})(?:$|[,;\s])/i.exec(headers['keep-alive'] ?? '')?.[1];
  if (seconds === undefined) return KEEP_ALIVE_MS;
  return Math.max(0, Math.min(KEEP_ALIVE_MS, Number(seconds) * 1_000 - KEEP_ALIVE_MARGIN_MS));
};

/** Fields of a head. */
interface Fields {
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
}

/** Parses field lines; null if one of them is not plain. */
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

/** Returns the length of a body; null if the body is not read, undefined if its end is not plain. */
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
 * Parses the head of a response, without the empty line at its end. Returns null for everything that is not plainly the response to a
 * GET request with a body of one known length: two readers of the same bytes must never disagree on where the body ends (request
 * smuggling), so whatever a lenient parser would have to interpret is left to the general client.
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

/** Matches what a request line or header may consist of without a chance to begin another line. */
const TARGET = /^\/[\x21-\x7e]*$/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/**
 * Writes the head of a GET request on a connection to keep. Null when the target or a header is malformed or contains a character outside
 * printable ASCII.
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
