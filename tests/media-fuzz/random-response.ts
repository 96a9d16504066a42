import type { RandomSource } from './random-source.ts';

/** Bytes that an upstream sends, in the pieces in which they arrive, and whether it closes the connection after them. */
export interface RandomResponse {
  readonly pieces: readonly Buffer[];
  readonly closes: boolean;
  /** Pieces that the socket of a media connection still delivers after its reading was stopped, as a TLS socket does; 0 for a plain one. */
  readonly lateDeliveries: number;
  /** Seed of a consumer that keeps chunks for a while and pauses; null for one that takes everything immediately. */
  readonly slowness: number | null;
}

const STATUS_LINES = [
  'HTTP/1.1 200 OK',
  'HTTP/1.1 206 Partial Content',
  'HTTP/1.1 200 OK',
  'HTTP/1.1 206 Partial Content',
  'HTTP/1.1 200 ',
  'HTTP/1.1 200',
  'HTTP/1.0 200 OK',
  'HTTP/1.1 302 Found',
  'HTTP/1.1 403 Forbidden',
  'HTTP/1.1 416 Range Not Satisfiable',
  'HTTP/1.1 204 No Content',
  'HTTP/1.1 304 Not Modified',
  'HTTP/1.1 100 Continue',
  'HTTP/1.1 103 Early Hints',
  'HTTP/1.1 999 Odd',
  'http/1.1 200 OK',
  'HTTP/1.1  200 OK',
  'HTTP/2 200',
  'ICY 200 OK',
] as const;

/** Fields as delivery networks send them. */
const PLAIN_FIELDS = [
  'content-type: video/mp4',
  'Content-Type: video/mp4',
  'accept-ranges: bytes',
  'etag: "5d41402abc4b2a76b9719d911017c592"',
  'last-modified: Sat, 21 Nov 2026 02:00:00 GMT',
  'cache-control: max-age=1209600, no-transform',
  'connection: keep-alive',
  'Connection: Keep-Alive',
  'keep-alive: timeout=5, max=100',
  'set-cookie: a=1; path=/',
  'set-cookie: b=2',
  'x-empty:',
  'x-spaced:   two words  ',
  'date: Tue, 24 Nov 2026 12:00:00 GMT',
] as const;

/** Fields that change the end of the body or the meaning of the connection, and malformed ones. */
const ODD_FIELDS = [
  'connection: close',
  'connection: upgrade',
  'connection: keep-alive, x-hop',
  'upgrade: h2c',
  'transfer-encoding: chunked',
  'Transfer-Encoding: identity',
  'transfer-encoding: gzip, chunked',
  'Transfer-Encoding : chunked',
  'transfer-encoding:\tchunked',
  'content-length: 5',
  'content-length: +5',
  'content-length: 05',
  'content-length: 5, 5',
  'content-length: 0x5',
  'content-length : 5',
  'content-length: 5 ',
  'content-length: 99999999999999999999',
  'content-length:',
  'trailer: x-checksum',
  'content-encoding: gzip',
  'x-high: caf\xe9',
  'x-nul: a\0b',
  'x-bare-cr: a\rb',
  'x-folded: a\r\n b',
  ' leading: space',
  'no colon',
  ': no name',
  'x y: name with a space',
  'x-lf: a\nx-injected: b',
  `x-long: ${'a'.repeat(5_000)}`,
  `x-longer: ${'a'.repeat(40_000)}`,
  `x-longest: ${'a'.repeat(65_500)}`,
] as const;

const MUTATIONS = [
  '\r',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  '\x7f',
  '\xff',
  'HTTP/1.1 200 OK\r\n',
  '0',
] as const;

const BODY = Buffer.alloc(200_000);
for (let at = 0; at < BODY.length; at += 4) BODY.writeUInt32LE(Math.imul(at + 1, 2_654_435_761) >>> 0, at);

/** Changes a few bytes of a text at random places. */
const mutate = (random: RandomSource, text: string): string => {
  let changed = text;
  for (let count = 1 + random.below(2); count > 0; count -= 1) {
    const at = random.below(changed.length + 1);
    const removed = random.oneIn(2) ? 1 + random.below(2) : 0;
    changed =
      changed.slice(0, at) + (random.oneIn(3) ? '' : random.pick(MUTATIONS)) + changed.slice(at + removed);
  }
  return changed;
};

const split = (random: RandomSource, bytes: Buffer): Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = random.oneIn(3) ? 1 + random.below(40) : 1 + random.below(80_000);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
    // Many small pieces of a large body would only take long.
    if (pieces.length > 30) {
      pieces.push(bytes.subarray(at));
      break;
    }
  }
  return pieces;
};

const createHead = (random: RandomSource, length: number): string => {
  const fields: string[] = [];
  for (let count = random.below(6); count > 0; count -= 1) fields.push(random.pick(PLAIN_FIELDS));
  if (!random.oneIn(12)) fields.splice(random.below(fields.length + 1), 0, `content-length: ${length}`);
  if (random.oneIn(4)) fields.splice(random.below(fields.length + 1), 0, random.pick(ODD_FIELDS));
  const statusLine = random.oneIn(5)
    ? random.pick(STATUS_LINES)
    : random.pick(['HTTP/1.1 200 OK', 'HTTP/1.1 206 Partial Content']);
  const lineEnd = random.oneIn(25) ? '\n' : '\r\n';
  const head = `${[statusLine, ...fields].join(lineEnd)}${lineEnd}${lineEnd}`;
  return random.oneIn(6) ? mutate(random, head) : head;
};

/** Creates the bytes of a response to a GET request: most are plain, the others are odd or broken in the head, the body or behind it. */
export const createRandomResponse = (random: RandomSource): RandomResponse => {
  const length = random.oneIn(8) ? random.below(BODY.length) : random.below(600);
  const head = Buffer.from(createHead(random, length), 'latin1');
  const sent = random.oneIn(8) ? random.below(length + 1) : length;
  const behind = random.oneIn(8)
    ? Buffer.from(
        random.pick(['x', '\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', '0\r\n\r\n']),
        'latin1',
      )
    : Buffer.alloc(0);
  // Bodies differ at each place, so that memory which two of them use at the same time shows.
  const from = random.below(BODY.length - length + 1);
  const bytes = Buffer.concat([head, BODY.subarray(from, from + sent), behind]);
  return {
    pieces: split(random, bytes),
    closes: sent < length || random.oneIn(4),
    lateDeliveries: random.oneIn(2) ? 1 + random.below(4) : 0,
    slowness: random.oneIn(2) ? random.below(2 ** 31) : null,
  };
};
