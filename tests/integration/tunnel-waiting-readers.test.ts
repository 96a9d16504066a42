import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ticket } from '../../src/server/media/tickets/ticket.ts';
import type { TunnelOptions } from '../../src/server/media/tunnel/tunnel.ts';
import { startUpstream, until } from './loopback-upstream.ts';
import { CDN, mediaBytes, startFront, ticketFor } from './tunnel-front.ts';

/** More than the operating system takes for a reader that pauses. */
const SIZE = 24 * 1024 * 1024;
const FILE = mediaBytes(SIZE);
const ETAG = '"v1"';
const MANY = { waitingReadersMax: 0, waitingReaderMs: 100 };
/** Long enough for a connection to be freed several times. */
const LONG_MS = 600;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** Requests that reached the delivery network. */
interface Asked {
  readonly path: string | undefined;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/** Sends the file, or the part of it that is requested. */
const send = (
  request: IncomingMessage,
  response: http.ServerResponse,
  headers: OutgoingHttpHeaders = {},
  file = FILE,
): void => {
  const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(start === 0 ? 200 : 206, {
    'content-type': 'video/mp4',
    'content-length': SIZE - start,
    'accept-ranges': 'bytes',
    etag: ETAG,
    ...(start > 0 && { 'content-range': `bytes ${start}-${SIZE - 1}/${SIZE}` }),
    ...headers,
  });
  response.end(file.subarray(start));
};

const PLACED: Ticket = ticketFor({
  size: SIZE,
  place: { itemIndex: 0, itemCount: 1, label: '720p', extension: 'mp4', hasSound: true },
});

/** Starts the tunnel, and a reader that pauses after the first bytes. */
const startPaused = async (
  listener: RequestListener,
  limits: TunnelOptions['limits'] = MANY,
  ticket = PLACED,
) => {
  const asked: Asked[] = [];
  const upstream = await startUpstream((request, response) => {
    const ifRange = request.headers['if-range'] as string | undefined;
    asked.push({ path: request.url, range: request.headers.range, ifRange });
    listener(request, response);
  });
  const front = await startFront(upstream, {
    limits,
    refresh: async () => ({ kind: 'upstream', url: `https://${CDN}/fresh.mp4`, headers: {} }),
  });
  cleanUp.push(() => upstream.close(), front.close);
  const request = http.get(`${front.origin}${front.place(ticket)}`, { agent: false });
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  const pieces: Buffer[] = [];
  /** Reads on, with a pause after every so many bytes, and resolves with whether the response ended as a complete one. */
  const readRest = ({ every, forMs } = { every: SIZE, forMs: 0 }): Promise<boolean> =>
    new Promise((resolve) => {
      let left = every;
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        left -= piece.length;
        if (left > 0) return;
        left = every;
        response.pause();
        setTimeout(() => response.resume(), forMs);
      });
      response.on('close', () => resolve(response.complete));
    });
  return {
    asked,
    upstream,
    outcomes: front.outcomes,
    readRest,
    bytes: () => Buffer.concat(pieces),
    leave: () => request.destroy(),
  };
};

describe('a reader that waits while many do', () => {
  it('holds no upstream connection, and gets the rest of the same file', async () => {
    const { asked, upstream, outcomes, readRest, bytes } = await startPaused(send);
    await until(() => upstream.open.size === 0);
    expect(outcomes).toEqual([]);
    expect(await readRest()).toBe(true);
    expect(sha256(bytes())).toBe(sha256(FILE));
    expect(outcomes).toEqual([{ ok: true, bytes: SIZE }]);
    expect(asked.length).toBeGreaterThan(1);
    for (const { path, range, ifRange } of asked.slice(1))
      expect([path, range, ifRange]).toEqual(['/clip.mp4', expect.stringMatching(/^bytes=\d+-$/u), ETAG]);
  });

  it('needs fewer and fewer connections while it goes on slowly', async () => {
    const { asked, readRest, bytes } = await startPaused(send);
    // Waits longer than the first time after which a connection is freed, shorter than the third one.
    expect(await readRest({ every: 1024 * 1024, forMs: 200 })).toBe(true);
    expect(bytes().equals(FILE)).toBe(true);
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.length).toBeLessThanOrEqual(6);
  });

  it('continues at the fresh address when its own has expired meanwhile', async () => {
    const { asked, upstream, readRest, bytes } = await startPaused((request, response) => {
      if (request.url === '/clip.mp4' && request.headers.range !== undefined) response.writeHead(403).end();
      else send(request, response);
    });
    await until(() => upstream.open.size === 0);
    expect(await readRest()).toBe(true);
    expect(bytes().equals(FILE)).toBe(true);
    expect(asked.at(-1)?.path).toBe('/fresh.mp4');
  });

  it.each<[string, OutgoingHttpHeaders]>([
    ['no validator', { etag: '' }],
    ['an entity tag without quotes', { etag: '0123456789abcdef' }],
  ])('gets the rest of a file with %s', async (_name, headers) => {
    const { asked, upstream, readRest, bytes } = await startPaused((request, response) =>
      send(request, response, headers),
    );
    await until(() => upstream.open.size === 0);
    expect(await readRest()).toBe(true);
    expect(bytes().equals(FILE)).toBe(true);
    expect(asked.at(-1)?.ifRange).toBeUndefined();
  });

  const OTHER = Buffer.from(FILE.map((byte) => byte ^ 1));
  it.each<[string, OutgoingHttpHeaders, Buffer]>([
    ['', { etag: '"v2"' }, FILE],
    [' that only its bytes tell apart', {}, OTHER],
    [' without a validator', { etag: '' }, OTHER],
  ])('gets no complete file when another one is at its address%s', async (_name, headers, file) => {
    const { etag = ETAG } = headers;
    const { upstream, outcomes, readRest } = await startPaused((request, response) =>
      request.headers.range === undefined
        ? send(request, response, { etag: etag === '' ? '' : ETAG })
        : send(request, response, headers, file),
    );
    await until(() => upstream.open.size === 0);
    expect(await readRest()).toBe(false);
    expect(outcomes).toEqual([{ ok: false, code: 'destroyed' }]);
  });

  it('may leave', async () => {
    const { asked, upstream, outcomes, leave } = await startPaused(send);
    await until(() => upstream.open.size === 0);
    const before = asked.length;
    leave();
    await until(() => outcomes.length === 1);
    expect(outcomes).toEqual([{ ok: false, code: 'aborted' }]);
    await wait(100);
    expect(asked.length).toBe(before);
  });
});

describe('a reader that waits keeps its upstream connection', () => {
  it.each<[string, OutgoingHttpHeaders, TunnelOptions['limits'], Ticket]>([
    ['while few do', {}, { ...MANY, waitingReadersMax: 1 }, PLACED],
    ['when the network does not state that it sends parts', { 'accept-ranges': 'none' }, MANY, PLACED],
    ['when its post cannot be read again', {}, MANY, ticketFor({ size: SIZE })],
  ])('%s', async (_name, headers, limits, ticket) => {
    const { asked, upstream, readRest, bytes } = await startPaused(
      (request, response) => send(request, response, headers),
      limits,
      ticket,
    );
    await wait(LONG_MS);
    expect(upstream.open.size).toBe(1);
    expect(await readRest()).toBe(true);
    expect(bytes().equals(FILE)).toBe(true);
    expect(asked.length).toBe(1);
  });
});
