import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { hostsUnder } from '../../src/server/outbound/host-policy.ts';
import type { MediaBody } from '../../src/server/outbound/outbound-client.ts';
import { PooledBody } from '../../src/server/outbound/pooled-body.ts';
import { collectMedia } from './collect-media.ts';
import { listenOn, until } from './loopback-upstream.ts';
import { mediaBytes, startFront, ticketFor } from './tunnel-front.ts';

const POST = 'https://www.instagram.com/p/invented/';
const HOST = 'cdn.example.com';
const CERTIFICATES = new URL('../mock-platforms/certificates/', import.meta.url);
const certificate = (name: string): string => readFileSync(new URL(name, CERTIFICATES), 'utf8');
/** More than a pooled buffer, and than the operating system takes for a reader that waits. */
const LARGE = 24 * 1024 * 1024;
const FILE = mediaBytes(LARGE);

beforeAll(() => {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([certificate('authority.pem')]);
  return () => tls.setDefaultCACertificates(before);
});

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const startSecureUpstream = async (handler: http.RequestListener) => {
  const server = https.createServer(
    { key: certificate('site-key.pem'), cert: certificate('site.pem') },
    handler,
  );
  const upstream = await listenOn(server, 'https');
  cleanUp.push(() => upstream.close());
  return upstream;
};

/** Starts a TLS upstream and a client that requests files of the given sizes from it. */
const startClient = async () => {
  const senders: Socket[] = [];
  const upstream = await startSecureUpstream((request, response) => {
    senders.push(request.socket);
    const length = Number(request.url?.slice(1));
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': length });
    response.end(fileOf(length));
  });
  const outbound = createOutboundClient({ routes: [{ host: HOST, origin: upstream.origin }], proxy: null });
  cleanUp.push(() => outbound.close());
  const ask = async (length: number): Promise<MediaBody> => {
    const { body } = await outbound.requestMedia({
      url: `https://${HOST}/${length}`,
      hosts: hostsUnder(['example.com']),
      post: POST,
    });
    expect(body).toBeInstanceOf(PooledBody);
    return body;
  };
  return { upstream, ask, senders };
};

/** File of a length. Files of different lengths differ at each place, so that memory which two of them use shows. */
const fileOf = (length: number): Buffer => FILE.subarray(LARGE - length);

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const expectFile = (bytes: Buffer, length: number): void => {
  expect(bytes.length).toBe(length);
  expect(sha256(bytes)).toBe(sha256(fileOf(length)));
};

/** Reads a body as a slow visitor does: keeps several chunks, releases them later in any order, and pauses in between. */
const collectSlowly = (body: MediaBody, seed: number): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  const held: Buffer[] = [];
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const collected = Promise.withResolvers<Buffer>();
  const release = (): void => {
    const [chunk] = held.splice(random(held.length), 1);
    if (chunk === undefined) return;
    // Copied as late as possible: memory that is read into too early shows.
    const at = pieces.indexOf(chunk);
    pieces[at] = Buffer.from(chunk);
    body.release(chunk);
  };
  const timer = setInterval(() => {
    for (let count = random(4); count >= 0; count -= 1) release();
    if (random(3) === 0) body.pause();
    else body.resume();
  }, 1);
  body
    .on('data', (chunk) => {
      pieces.push(chunk);
      held.push(chunk);
    })
    .on('end', () => {
      clearInterval(timer);
      while (held.length > 0) release();
      collected.resolve(Buffer.concat(pieces));
    })
    .on('error', (error) => {
      clearInterval(timer);
      collected.reject(error);
    });
  body.resume();
  return collected.promise;
};

describe('a media connection with TLS', () => {
  it.each([0, 1, 511, 2_000, 16_384, 65_536, 65_537, 100_000, 3_000_000])(
    'reads %d bytes and keeps the connection',
    async (length) => {
      const { upstream, ask } = await startClient();
      for (let round = 0; round < 3; round += 1) expectFile(await collectMedia(await ask(length)), length);
      expect(upstream.accepted()).toBe(1);
    },
  );

  it('reads several files at once, for consumers that are slow in different ways', async () => {
    const { ask } = await startClient();
    const lengths = [70_000, 400_000, 1_000_000, 2_500_000, 3_000_001, 131_072];
    const bodies = await Promise.all(
      lengths.map(async (length, index) => collectSlowly(await ask(length), index + 1)),
    );
    for (const [index, bytes] of bodies.entries()) expectFile(bytes, lengths[index] ?? 0);
  });

  it('reads on over the same connection, whatever the consumer before did', async () => {
    const { upstream, ask } = await startClient();
    for (let seed = 1; seed <= 6; seed += 1)
      expectFile(await collectSlowly(await ask(300_000 + seed), seed), 300_000 + seed);
    expect(upstream.accepted()).toBe(1);
  });

  it('stops reading while the consumer waits, and delivers the rest in order', async () => {
    const { ask, senders } = await startClient();
    const body = await ask(LARGE);
    const held: Buffer[] = [];
    const hold = (chunk: Buffer): void => void held.push(chunk);
    body.on('data', hold).resume();
    let before = -1;
    // Until both buffers are full.
    while (held.length === 0 || held.length !== before) {
      before = held.length;
      await wait(200);
    }
    expect(held.reduce((sum, chunk) => sum + chunk.length, 0)).toBeLessThanOrEqual(2 * 64 * 1024);
    expect(senders[0]?.writableLength).toBeGreaterThan(0);
    const pieces = held.map((chunk) => Buffer.from(chunk));
    body.off('data', hold);
    const rest = collectMedia(body);
    for (const chunk of held) body.release(chunk);
    expectFile(Buffer.concat([...pieces, await rest]), LARGE);
  });
});

/** More than the pooled buffers of a transfer. */
const MEDIUM = 6 * 1024 * 1024;

describe('the tunnel of a TLS upstream', () => {
  it('sends the file to readers of every speed', async () => {
    const upstream = await startSecureUpstream((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'video/mp4', 'content-length': MEDIUM })
        .end(FILE.subarray(0, MEDIUM));
    });
    const front = await startFront(upstream);
    cleanUp.push(front.close);
    const path = front.place(ticketFor({ size: MEDIUM }));
    const readEvery = (pauseMs: number): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        const request = http.get(`${front.origin}${path}`, { agent: false }, (response) => {
          const pieces: Buffer[] = [];
          response
            .on('data', (piece: Buffer) => {
              pieces.push(piece);
              if (pauseMs === 0) return;
              response.pause();
              setTimeout(() => response.resume(), pauseMs);
            })
            .on('end', () => resolve(Buffer.concat(pieces)))
            .on('error', reject);
        });
        request.on('error', reject);
      });
    for (const bytes of await Promise.all([0, 0, 1, 3].map(readEvery)))
      expect(sha256(bytes)).toBe(sha256(FILE.subarray(0, MEDIUM)));
    await until(() => front.outcomes.length === 4);
    expect(front.outcomes).toEqual(Array.from({ length: 4 }, () => ({ ok: true, bytes: MEDIUM })));
  });
});
