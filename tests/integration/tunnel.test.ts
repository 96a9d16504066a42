import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTunnel, type TunnelOptions } from '../../src/server/media/tunnel/tunnel.ts';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { mediaHosts } from '../../src/server/platforms/server-platforms.ts';
import { DATE, FILE, goodNetwork, only, SIZE } from './good-network.ts';
import { startUpstream, until } from './loopback-upstream.ts';
import { CDN, startFront, ticketFor } from './tunnel-front.ts';

const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const front = async (handler: RequestListener, options: Partial<TunnelOptions> = {}) => {
  const upstream = await startUpstream(handler);
  const started = await startFront(upstream, options);
  cleanUp.push(() => upstream.close(), started.close);
  return { ...started, upstream };
};

describe('tunnel: a good network', () => {
  it("serves the whole file with the tunnel's own headers only", async () => {
    const { ask, outcomes } = await front(goodNetwork);
    const seen = await ask(ticketFor({ size: SIZE, filename: 'Häfen "1".mp4' }), { attachment: true });
    expect(seen.status).toBe(200);
    expect(seen.clean).toBe(true);
    expect(seen.body.equals(FILE)).toBe(true);
    const { date, connection, ...headers } = seen.headers;
    expect([typeof date, connection]).toEqual(['string', 'close']);
    expect(headers).toEqual({
      'content-type': 'video/mp4',
      'content-length': String(SIZE),
      'content-disposition': `attachment; filename="H?fen \\"1\\".mp4"; filename*=UTF-8''H%C3%A4fen%20%221%22.mp4`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store, no-transform',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'x-accel-buffering': 'no',
      'accept-ranges': 'bytes',
      etag: '"v1"',
      'last-modified': DATE,
    });
    expect(outcomes).toEqual([{ ok: true, bytes: SIZE }]);
  });

  it.each([
    ['bytes=0-', 0, SIZE - 1],
    ['bytes=0-1', 0, 1],
    ['bytes=100-299', 100, 299],
    ['bytes=299999-', SIZE - 1, SIZE - 1],
    ['bytes=200000-999999', 200_000, SIZE - 1],
    ['bytes=-500', SIZE - 500, SIZE - 1],
  ])('serves %s, with and without a known size', async (range, start, end) => {
    const { ask } = await front(goodNetwork);
    for (const size of [SIZE, null]) {
      const seen = await ask(ticketFor({ size }), { headers: { range } });
      expect(seen.status).toBe(206);
      expect(seen.headers['content-range']).toBe(`bytes ${start}-${end}/${SIZE}`);
      expect(seen.headers['content-length']).toBe(String(end - start + 1));
      expect(seen.clean && seen.body.equals(FILE.subarray(start, end + 1))).toBe(true);
    }
  });

  it.each(['bytes=0-1,5-6', 'bytes=9-2', 'items=0-1', 'bytes=x'])(
    'serves the whole file for %s',
    async (range) => {
      const { ask } = await front(goodNetwork);
      const seen = await ask(ticketFor({ size: SIZE }), { headers: { range } });
      expect([seen.status, seen.body.length]).toEqual([200, SIZE]);
    },
  );

  it('serves small files, which end as soon as they begin', async () => {
    for (const length of [24, 511, 512, 600, 4_096, 65_535]) {
      const body = FILE.subarray(0, length);
      const { ask } = await front(
        only(200, { 'content-type': 'video/mp4', 'content-length': String(length) }, body),
      );
      for (const size of [length, null]) {
        const seen = await ask(ticketFor({ size }));
        expect([seen.status, seen.clean, seen.body.equals(body)], `${length} bytes`).toEqual([
          200,
          true,
          true,
        ]);
      }
    }
  });

  it('sends the size when a range lies beyond the end', async () => {
    const { ask, upstream } = await front(goodNetwork);
    const known = await ask(ticketFor({ size: SIZE }), { headers: { range: `bytes=${SIZE}-` } });
    expect(upstream.accepted()).toBe(0);
    const unknown = await ask(ticketFor(), { headers: { range: `bytes=${SIZE}-` } });
    for (const seen of [known, unknown])
      expect([seen.headers['x-code'], seen.headers['x-total']]).toEqual([
        'range_unsatisfiable',
        String(SIZE),
      ]);
  });

  it('honours If-Range, and serves the whole file when the condition fails or cannot be checked', async () => {
    const received: (string | undefined)[][] = [];
    const { ask } = await front((request, response) => {
      received.push([request.headers.range, request.headers['if-range']?.toString()]);
      goodNetwork(request, response);
    });
    const status = async (ifRange: string) =>
      (await ask(ticketFor({ size: SIZE }), { headers: { range: 'bytes=5-', 'if-range': ifRange } })).status;
    expect(await status('"v1"')).toBe(206);
    expect(await status('"v2"')).toBe(200);
    // A weak ETag does not guarantee equal bytes, so neither the condition nor the range is forwarded.
    expect(await status('W/"v1"')).toBe(200);
    expect(await status('rubbish')).toBe(200);
    expect(received).toEqual([
      ['bytes=5-', '"v1"'],
      ['bytes=5-', '"v2"'],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('answers HEAD with the response head and frees the upstream', async () => {
    const { ask, upstream } = await front(goodNetwork);
    const seen = await ask(ticketFor({ size: SIZE }), { method: 'HEAD' });
    expect([seen.status, seen.headers['content-length'], seen.body.length, seen.clean]).toEqual([
      200,
      String(SIZE),
      0,
      true,
    ]);
    await until(() => upstream.open.size === 0);
    const part = await ask(ticketFor({ size: SIZE }), { method: 'HEAD', headers: { range: 'bytes=1-2' } });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1-2/${SIZE}`]);
  });

  it('sends the headers a network needs, and no others that a ticket may contain', async () => {
    let received: string[] = [];
    const { ask } = await front((request, response) => {
      received = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
      goodNetwork(request, response);
    });
    const headers = {
      cookie: 'tt_chain_token=x',
      referer: 'https://www.tiktok.com/',
      'user-agent': 'UA',
      authorization: 'Bearer x',
      'x-forwarded-for': '127.0.0.1',
      range: 'bytes=5-6',
      'accept-encoding': 'gzip',
    };
    await ask(ticketFor({ source: { kind: 'upstream', url: `https://${CDN}/`, headers } }), {
      headers: { cookie: 'visitor=1', 'x-visitor': '1' },
    });
    expect(received.toSorted()).toEqual([
      'accept-encoding: identity',
      'connection: keep-alive',
      'cookie: tt_chain_token=x',
      `host: ${CDN}`,
      'referer: https://www.tiktok.com/',
      'user-agent: UA',
    ]);
  });

  it('accepts a chunked body and an empty content length', async () => {
    const chunked: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'binary/octet-stream' });
      response.write(FILE.subarray(0, 7));
      setTimeout(() => response.end(FILE.subarray(7)), 20);
    };
    const { ask, outcomes } = await front(chunked);
    const unknown = await ask(ticketFor());
    expect([unknown.headers['content-length'], unknown.clean]).toEqual([undefined, true]);
    expect(unknown.body.equals(FILE)).toBe(true);
    const known = await ask(ticketFor({ size: SIZE }));
    expect([known.headers['content-length'], known.clean]).toEqual([String(SIZE), true]);
    expect(outcomes).toEqual([
      { ok: true, bytes: SIZE },
      { ok: true, bytes: SIZE },
    ]);
  });

  it('serves the whole file when the network ignores the range', async () => {
    const { ask } = await front(only(200, { 'content-type': 'video/mp4', 'content-length': String(SIZE) }));
    const seen = await ask(ticketFor({ size: SIZE }), { headers: { range: 'bytes=5-' } });
    expect([seen.status, seen.headers['content-range'], seen.body.length]).toEqual([200, undefined, SIZE]);
  });
});

describe('tunnel: sample files', () => {
  it('are served whole and in parts, and nothing that is not listed', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-sample-'));
    writeFileSync(path.join(folder, 'a.mp4'), FILE);
    cleanUp.push(async () => rmSync(folder, { recursive: true }));
    const findSample = (file: string) =>
      file === 'a.mp4' ? { path: path.join(folder, file), size: SIZE } : null;
    const { ask, upstream } = await front(goodNetwork, { findSample });
    const ticket = ticketFor({ source: { kind: 'sample', file: 'a.mp4' } });
    const whole = await ask(ticket);
    expect([whole.status, whole.clean, whole.body.equals(FILE)]).toEqual([200, true, true]);
    expect(whole.headers['content-security-policy']).toContain('sandbox');
    const part = await ask(ticket, { headers: { range: 'bytes=1000-1999' } });
    expect([
      part.status,
      part.headers['content-range'],
      part.body.equals(FILE.subarray(1_000, 2_000)),
    ]).toEqual([206, `bytes 1000-1999/${SIZE}`, true]);
    const two = await ask(ticket, { headers: { range: 'bytes=0-1' } });
    expect([two.status, two.body.length]).toEqual([206, 2]);
    const beyond = await ask(ticket, { headers: { range: `bytes=${SIZE}-` } });
    expect([beyond.headers['x-code'], beyond.headers['x-total']]).toEqual([
      'range_unsatisfiable',
      String(SIZE),
    ]);
    const conditional = await ask(ticket, { headers: { range: 'bytes=0-1', 'if-range': '"v1"' } });
    expect(conditional.status).toBe(200);
    const head = await ask(ticket, { method: 'HEAD' });
    expect([head.headers['content-length'], head.body.length]).toEqual([String(SIZE), 0]);
    const missing = await ask(ticketFor({ source: { kind: 'sample', file: '../a.mp4' } }));
    expect(missing.headers['x-code']).toBe('media_failed');
    expect(upstream.accepted()).toBe(0);
  });
});

describe('tunnel: directLink', () => {
  it('returns the platform link only where a browser can open it by itself', () => {
    const outbound = createOutboundClient({ routes: [], proxy: null });
    const { directLink } = createTunnel({ outbound, hosts: mediaHosts([]), findSample: () => null });
    const link = (headers: Record<string, string>, url = `https://${CDN}/a.mp4?oh=1`) =>
      directLink(ticketFor({ source: { kind: 'upstream', url, headers } }));
    expect(link({})).toBe(`https://${CDN}/a.mp4?oh=1`);
    expect(link({ 'user-agent': 'x', accept: '*/*' })).not.toBeNull();
    expect(link({ 'user-agent': 'x', referer: 'https://www.tiktok.com/' })).toBeNull();
    expect(link({ cookie: 'a=1' })).toBeNull();
    expect(link({ 'x-token': '1' })).toBeNull();
    expect(link({}, 'https://evil.test/')).toBeNull();
    expect(link({}, 'javascript:alert(1)')).toBeNull();
    expect(directLink(ticketFor({ source: { kind: 'sample', file: 'a.mp4' } }))).toBeNull();
  });
});
