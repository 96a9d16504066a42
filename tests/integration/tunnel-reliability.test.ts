import { createHash, randomInt } from 'node:crypto';
import http, { type RequestListener } from 'node:http';
import net, { type Socket } from 'node:net';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import type { TunnelOptions } from '../../src/server/media/tunnel/tunnel.ts';
import { startRawUpstream, startUpstream, type Upstream, until } from './loopback-upstream.ts';
import { mediaBytes, startFront, ticketFor } from './tunnel-front.ts';

/** Rounds of the tests that look for rare failures; the reliability run sets a higher number. */
const RUNS = Number(process.env['RELIABILITY_RUNS'] ?? 10);
const STALLS_CONCURRENCY = 20;

const FILE = mediaBytes(2_000_000);
const SIZE = FILE.length;
const HEAD = `HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\n`;
const TYPE = { 'content-type': 'video/mp4' };
const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const before = async (upstream: Upstream, options: Partial<TunnelOptions> = {}) => {
  const started = await startFront(upstream, options);
  cleanUp.push(() => upstream.close(), started.close);
  return { ...started, upstream };
};

const front = async (handler: RequestListener, options?: Partial<TunnelOptions>) =>
  before(await startUpstream(handler), options);

const frontOfRaw = async (answer: (socket: Socket) => void, options?: Partial<TunnelOptions>) =>
  before(await startRawUpstream((socket) => socket.once('data', () => answer(socket))), options);

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

describe('tunnel: an upstream that breaks after the first byte', () => {
  it(`never ends a cut file cleanly, wherever it is cut (${RUNS} cuts, with and without a length)`, async () => {
    let cut = 0;
    let reset = false;
    let framed = true;
    const { ask, outcomes } = await frontOfRaw((socket) => {
      const part = FILE.subarray(0, cut);
      const head = framed
        ? `${HEAD}content-length: ${SIZE}\r\n\r\n`
        : `${HEAD}transfer-encoding: chunked\r\n\r\n`;
      socket.write(head);
      socket.write(framed ? part : chunk(part), () => {
        if (reset) socket.resetAndDestroy();
        else socket.end();
      });
    });
    let bytesSeen = 0;
    for (let run = 0; run < RUNS; run += 1) {
      cut = run === 0 ? SIZE - 1 : randomInt(1, SIZE);
      reset = run % 2 === 1;
      framed = run % 3 !== 2;
      // When the connection is reset before the response head arrives, the visitor gets no response at all.
      const seen = await ask(ticketFor({ size: run % 2 === 0 ? SIZE : null })).catch(() => null);
      if (seen === null || seen.status === 599) continue;
      const context = `cut ${cut} reset ${reset} framed ${framed}`;
      expect(seen.clean, context).toBe(false);
      expect(seen.body.equals(FILE.subarray(0, seen.body.length)), context).toBe(true);
      bytesSeen += seen.body.length;
    }
    expect(outcomes.filter((outcome) => outcome.ok)).toEqual([]);
    expect(outcomes.some((outcome) => !outcome.ok && outcome.code === 'destroyed')).toBe(true);
    expect(bytesSeen).toBeGreaterThan(0);
  });

  it(`destroys a transfer that stalls, wherever it stalls (${RUNS} stalls)`, async () => {
    const { ask, outcomes, upstream } = await frontOfRaw(
      (socket) => {
        socket.write(`${HEAD}content-length: ${SIZE}\r\n\r\n`);
        socket.write(FILE.subarray(0, randomInt(1_000, SIZE)));
      },
      { idleTimeoutMs: 300 },
    );
    for (let run = 0; run < RUNS; run += STALLS_CONCURRENCY) {
      const together = Math.min(STALLS_CONCURRENCY, RUNS - run);
      const all = await Promise.all(Array.from({ length: together }, () => ask(ticketFor({ size: SIZE }))));
      expect(all.map((seen) => seen.clean || !seen.body.equals(FILE.subarray(0, seen.body.length)))).toEqual(
        all.map(() => false),
      );
    }
    expect(outcomes).toEqual(Array.from({ length: RUNS }, () => ({ ok: false, code: 'destroyed' })));
    await until(() => upstream.open.size === 0);
  });

  it(`never sends more than was promised, and never ends an oversized body cleanly (${RUNS} bodies, with and without a length)`, async () => {
    let promised = 0;
    let extra = 0;
    let framed = true;
    const { ask } = await frontOfRaw((socket) => {
      const body = FILE.subarray(0, promised + extra);
      if (framed)
        socket.end(Buffer.concat([Buffer.from(`${HEAD}content-length: ${promised}\r\n\r\n`), body]));
      else
        socket.end(
          Buffer.concat([
            Buffer.from(`${HEAD}transfer-encoding: chunked\r\n\r\n`),
            chunk(body),
            Buffer.from('0\r\n\r\n'),
          ]),
        );
    });
    for (let run = 0; run < RUNS; run += 1) {
      promised = randomInt(1_000, SIZE - 70_000);
      extra = randomInt(1, 70_000);
      framed = run % 2 === 0;
      const context = `promised ${promised} extra ${extra} framed ${framed}`;
      const seen = await ask(ticketFor({ size: promised })).catch(() => null);
      if (seen === null || seen.status === 599) continue;
      expect(seen.body.equals(FILE.subarray(0, seen.body.length)), context).toBe(true);
      // With a Content-Length the extra bytes are not part of the response, so it may end well, with exactly what was
      // promised.
      expect(seen.clean && (!framed || seen.body.length !== promised), context).toBe(false);
      expect(seen.body.length, context).toBeLessThanOrEqual(promised);
    }
  });

  it('never completes a file whose upstream exceeds the promised length, not even to the promised byte', async () => {
    const { ask, outcomes } = await frontOfRaw((socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      socket.write(chunk(FILE.subarray(0, 100_000)));
      setTimeout(() => socket.write(chunk(FILE.subarray(0, 50))), 30);
      setTimeout(() => socket.end('0\r\n\r\n'), 60);
    });
    for (const size of [100_000, 100_020]) {
      const seen = await ask(ticketFor({ size }));
      expect([seen.clean, seen.body.length < size]).toEqual([false, true]);
    }
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([false, false]);
  });

  it('gives up an upstream whose first bytes come one by one', async () => {
    const { ask, outcomes } = await frontOfRaw(
      (socket) => {
        socket.write(`${HEAD}content-length: 100000\r\n\r\n`);
        const timer = setInterval(() => socket.write(FILE.subarray(0, 1)), 20);
        socket.on('close', () => clearInterval(timer));
      },
      { idleTimeoutMs: 200 },
    );
    const { headers } = await ask(ticketFor({ size: 100_000 }));
    expect([headers['x-code'], outcomes]).toEqual(['media_failed', [{ ok: false, code: 'media_failed' }]]);
  });

  it('resumes before the bytes it withholds when an upstream breaks after its last byte', async () => {
    const [size, withheldFrom] = [20_000, 19_000];
    const comparedFrom = withheldFrom - 512;
    const ranges: (string | undefined)[] = [];
    let breakAfterLastByte = (): void => undefined;
    const upstream = await startRawUpstream((socket) => {
      socket.once('data', (request) => {
        const range = /^range: (\S+)/im.exec(request.toString())?.[1];
        ranges.push(range);
        if (range === undefined) {
          socket.write(`${HEAD}etag: "v1"\r\ntransfer-encoding: chunked\r\n\r\n`);
          socket.write(chunk(FILE.subarray(0, withheldFrom)));
          const last = chunk(FILE.subarray(withheldFrom, size));
          breakAfterLastByte = () => void socket.write(Buffer.concat([last, Buffer.from('no chunk\r\n')]));
        } else {
          const place = `content-range: bytes ${comparedFrom}-${size - 1}/${size}\r\netag: "v1"`;
          socket.write(`HTTP/1.1 206 Partial Content\r\ncontent-type: video/mp4\r\n${place}\r\n\r\n`);
          socket.end(FILE.subarray(comparedFrom, size));
        }
      });
    });
    const { origin, place, outcomes } = await before(upstream, { refresh: async () => null });
    const ticket = ticketFor({
      size,
      place: { itemIndex: 0, itemCount: 1, label: '720p', extension: 'mp4', hasSound: true },
    });
    const chunks: Buffer[] = [];
    const isComplete = await new Promise((resolve) => {
      http.get(`${origin}${place(ticket)}`, { agent: false }, (response) => {
        response.on('data', (piece: Buffer) => {
          chunks.push(piece);
          if (Buffer.concat(chunks).length === withheldFrom) breakAfterLastByte();
        });
        response.on('error', () => undefined).on('close', () => resolve(response.complete));
      });
    });
    expect(ranges.filter((range) => range !== undefined)).toEqual([`bytes=${comparedFrom}-`]);
    expect([isComplete, Buffer.concat(chunks).equals(FILE.subarray(0, size))]).toEqual([true, true]);
    expect(outcomes).toEqual([{ ok: true, bytes: size }]);
  });

  it('never completes a file whose chunked upstream ends early', async () => {
    const { ask } = await frontOfRaw((socket) => {
      socket.end(
        Buffer.concat([
          Buffer.from(`${HEAD}transfer-encoding: chunked\r\n\r\n`),
          chunk(FILE.subarray(0, 90_000)),
          Buffer.from('0\r\n\r\n'),
        ]),
      );
    });
    const short = await ask(ticketFor({ size: 90_001 }));
    expect([short.clean, short.body.length <= 90_000]).toEqual([false, true]);
    expect((await ask(ticketFor({ size: 90_000 }))).clean).toBe(true);
  });

  it('never completes a part that is cut', async () => {
    const { ask } = await frontOfRaw((socket) => {
      socket.write(
        `HTTP/1.1 206 Partial Content\r\ncontent-type: video/mp4\r\ncontent-range: bytes 5-99/${SIZE}\r\n`,
      );
      socket.end(Buffer.concat([Buffer.from('\r\n'), FILE.subarray(5, 60)]));
    });
    const seen = await ask(ticketFor({ size: SIZE }), { headers: { range: 'bytes=5-99' } });
    expect([seen.status === 206 && seen.clean, seen.headers['x-code'] ?? 'media_failed']).toEqual([
      false,
      'media_failed',
    ]);
  });

  it('breaks a cut file of unknown length even for an HTTP/1.0 client', async () => {
    const { origin, place } = await frontOfRaw((socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      socket.write(chunk(FILE.subarray(0, 50_000)), () => setTimeout(() => socket.destroy(), 50));
    });
    const client = net.connect(Number(new URL(origin).port), '127.0.0.1');
    client.write(`GET ${place(ticketFor())} HTTP/1.0\r\n\r\n`);
    const ended = await new Promise((resolve) => {
      client.on('error', (error) => resolve(`error ${(error as NodeJS.ErrnoException).code}`));
      client.on('end', () => resolve('clean end'));
      client.resume();
    });
    expect(ended).toBe('error ECONNRESET');
  });

  it('stops an endless body at the byte limit and a slow one at the time limit', async () => {
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200, TYPE);
      const more = (): void => {
        while (!response.destroyed && response.write(FILE.subarray(0, 65_536)));
      };
      response.on('drain', more);
      more();
    };
    const limited = (limits: TunnelOptions['limits']) =>
      front(endless, limits === undefined ? {} : { limits });
    const bytes = await limited({ maxBytes: 1_000_000 });
    const large = await bytes.ask(ticketFor());
    expect([large.clean, large.body.length <= 1_000_000]).toEqual([false, true]);
    const time = await limited({ maxDurationMs: 100, slowReaderWindowMs: 300 });
    expect((await time.ask(ticketFor())).clean).toBe(false);
    await until(() => bytes.upstream.open.size + time.upstream.open.size === 0);
  });
});

describe('tunnel: the visitor', () => {
  const whole: RequestListener = (_request, response) => {
    response.writeHead(200, { ...TYPE, 'content-length': SIZE });
    response.end(FILE);
  };

  it(`frees the upstream when the visitor leaves (${RUNS} times, before and after the first byte)`, async () => {
    const { origin, place, upstream, outcomes } = await front((request, response) => {
      if (request.url === '/silent.mp4') return;
      response.writeHead(200, { ...TYPE, 'content-length': SIZE });
      response.write(FILE.subarray(0, 300_000));
    });
    const silent = {
      kind: 'upstream',
      url: 'https://scontent.cdninstagram.com/silent.mp4',
      headers: {},
    } as const;
    let slowest = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const waiting = run % 3 === 2;
      const request = http.get(`${origin}${place(waiting ? ticketFor({ source: silent }) : ticketFor())}`, {
        agent: false,
      });
      request.on('error', () => undefined);
      if (waiting) await until(() => upstream.open.size === 1);
      else {
        await new Promise((resolve) => {
          request.on('response', (response) => response.on('error', () => undefined).once('data', resolve));
        });
      }
      const left = performance.now();
      request.destroy();
      await until(() => upstream.open.size === 0);
      slowest = Math.max(slowest, performance.now() - left);
    }
    await until(() => outcomes.length === RUNS);
    expect(outcomes.every((outcome) => !outcome.ok && outcome.code === 'aborted')).toBe(true);
    expect(slowest).toBeLessThan(1_000);
  });

  it('disconnects a reader below the minimum rate, without buffering the file', async () => {
    const file = mediaBytes(64 * 1024 * 1024);
    let sent = 0;
    const { origin, place, outcomes, upstream } = await front(
      (_request, response) => {
        response.writeHead(200, { ...TYPE, 'content-length': file.length });
        const more = (): void => {
          while (sent < file.length && !response.destroyed) {
            const piece = file.subarray(sent, sent + 65_536);
            sent += piece.length;
            if (!response.write(piece)) return;
          }
        };
        response.on('drain', more);
        more();
      },
      { limits: { slowReaderWindowMs: 300, slowReaderBytes: 1_000 } },
    );
    const client = net.connect(Number(new URL(origin).port), '127.0.0.1');
    client.on('error', () => undefined);
    client.write(`GET ${place(ticketFor({ size: file.length }))} HTTP/1.1\r\nhost: front\r\n\r\n`);
    await until(() => outcomes.length === 1, 10_000);
    expect(outcomes).toEqual([{ ok: false, code: 'let_go' }]);
    expect(sent).toBeLessThan(file.length);
    await until(() => upstream.open.size === 0);
    client.destroy();
  });

  it('frees the upstream at once when a visitor closes whose buffers are full', async () => {
    const file = mediaBytes(64 * 1024 * 1024);
    const { origin, place, outcomes, upstream } = await front((_request, response) => {
      response.writeHead(200, { ...TYPE, 'content-length': file.length });
      response.end(file);
    });
    const client = net.connect({
      port: Number(new URL(origin).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    client.on('error', () => undefined);
    client.write(`GET ${place(ticketFor({ size: file.length }))} HTTP/1.1\r\nhost: front\r\n\r\n`);
    await until(() => upstream.open.size === 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The end alone: bytes that were not read would reset the connection, which nobody can miss.
    client.end();
    await until(() => upstream.open.size === 0, 1_000);
    await until(() => outcomes.length === 1);
    expect(outcomes).toEqual([{ ok: false, code: 'aborted' }]);
    client.destroy();
  });

  it('serves a slow but steady reader to the last byte', async () => {
    const { origin, place, outcomes } = await front(whole, {
      limits: { slowReaderWindowMs: 300, slowReaderBytes: 1_000 },
    });
    const seen = createHash('sha256');
    const clean = await new Promise((resolve) => {
      http.get(`${origin}${place(ticketFor({ size: SIZE }))}`, { agent: false }, (response) => {
        response.on('data', (piece: Buffer) => {
          seen.update(piece);
          response.pause();
          setTimeout(() => response.resume(), 20);
        });
        response.on('close', () => resolve(response.complete));
      });
    });
    expect(clean).toBe(true);
    expect(seen.digest('hex')).toBe(createHash('sha256').update(FILE).digest('hex'));
    expect(outcomes).toEqual([{ ok: true, bytes: SIZE }]);
  });

  it('serves many requests at once, each with its own bytes', async () => {
    const { ask, outcomes } = await front((request, response) => {
      const length = 100_000 + Number(request.url?.slice(1)) * 977;
      response.writeHead(200, { ...TYPE, 'content-length': length });
      response.end(FILE.subarray(0, length));
    });
    const all = Array.from({ length: 40 }, async (_, index) => {
      const length = 100_000 + index * 977;
      const source = {
        kind: 'upstream',
        url: `https://scontent.cdninstagram.com/${index}`,
        headers: {},
      } as const;
      const seen = await ask(ticketFor({ source, size: length }));
      return seen.clean && seen.body.equals(FILE.subarray(0, length));
    });
    expect((await Promise.all(all)).every(Boolean)).toBe(true);
    expect(outcomes.length).toBe(40);
  });
});
