import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createDoor } from '../../src/server/net/create-door.ts';
import { mediaHosts } from '../../src/server/net/platform-hosts.ts';
import type { Ticket } from '../../src/server/tickets/ticket.ts';
import { createTunnel, type TunnelOptions } from '../../src/server/tunnel/tunnel.ts';
import { startUpstream, until } from './loopback-upstream.ts';
import { CDN, mediaBytes, startFront, ticketFor } from './tunnel-front.ts';

const FILE = mediaBytes(300_000);
const SIZE = FILE.length;
const DATE = 'Sat, 21 Nov 2026 02:00:00 GMT';
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

/** A delivery network as it should be. */
const goodNetwork: RequestListener = (request, response) => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  response.setHeader('content-type', 'video/mp4');
  response.setHeader('etag', '"v1"');
  response.setHeader('last-modified', DATE);
  response.setHeader('set-cookie', 'spy=1');
  response.setHeader('x-upstream', 'secret');
  response.setHeader('link', '<https://evil.test/>; rel=preload');
  const conditional = request.headers['if-range'];
  if (match === null || (conditional !== undefined && conditional !== '"v1"')) {
    response.setHeader('content-length', SIZE);
    response.end(FILE);
    return;
  }
  const start = match[1] === '' ? SIZE - Number(match[2]) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? SIZE - 1 : Math.min(Number(match[2]), SIZE - 1);
  if (start >= SIZE) {
    response.writeHead(416, { 'content-range': `bytes */${SIZE}` }).end();
    return;
  }
  response.writeHead(206, {
    'content-range': `bytes ${start}-${end}/${SIZE}`,
    'content-length': end - start + 1,
  });
  response.end(FILE.subarray(start, end + 1));
};

const only = (
  status: number,
  headers: Record<string, string>,
  body: string | Buffer = FILE,
): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
};

describe('tunnel: a good network', () => {
  it('gives the whole file under our own headers only', async () => {
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
  ])('gives %s, whether it knew the size or not', async (range, start, end) => {
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
    'gives the whole file for %s',
    async (range) => {
      const { ask } = await front(goodNetwork);
      const seen = await ask(ticketFor({ size: SIZE }), { headers: { range } });
      expect([seen.status, seen.body.length]).toEqual([200, SIZE]);
    },
  );

  it('names the size when a range lies beyond the end', async () => {
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

  it('honours If-Range, and gives the whole file when the condition fails or cannot be judged', async () => {
    const { ask } = await front(goodNetwork);
    const status = async (ifRange: string) =>
      (await ask(ticketFor({ size: SIZE }), { headers: { range: 'bytes=5-', 'if-range': ifRange } })).status;
    expect(await status('"v1"')).toBe(206);
    expect(await status('"v2"')).toBe(200);
    expect(await status('W/"v1"')).toBe(200);
    expect(await status('rubbish')).toBe(200);
  });

  it('answers HEAD with the head and frees the upstream', async () => {
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

  it('sends the headers a network wants, and no others a ticket may hold', async () => {
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

  it('takes a chunked body and an empty promise of length', async () => {
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

  it('gives the whole file when the network ignores the range', async () => {
    const { ask } = await front(only(200, { 'content-type': 'video/mp4', 'content-length': String(SIZE) }));
    const seen = await ask(ticketFor({ size: SIZE }), { headers: { range: 'bytes=5-' } });
    expect([seen.status, seen.headers['content-range'], seen.body.length]).toEqual([200, undefined, SIZE]);
  });
});

describe('tunnel: what is refused before a byte is written', () => {
  const mp4 = { 'content-type': 'video/mp4' };
  const html = '<!DOCTYPE html><title>Sign in</title><script>alert(1)</script>';
  const ranged = { range: 'bytes=10-19' };
  it.each<[string, RequestListener, Partial<Ticket>, Record<string, string>]>([
    ['403', only(403, mp4), {}, {}],
    ['404', only(404, mp4), {}, {}],
    ['410', only(410, mp4), {}, {}],
    ['500', only(500, mp4), {}, {}],
    ['204', only(204, mp4, ''), {}, {}],
    ['an empty body', only(200, { ...mp4, 'content-length': '0' }, ''), {}, {}],
    ['a page', only(200, { 'content-type': 'text/html' }, html), {}, {}],
    ['a page called video', only(200, mp4, html), {}, {}],
    ['a page called bytes', only(200, { 'content-type': 'application/octet-stream' }, html), {}, {}],
    ['SVG', only(200, { 'content-type': 'image/svg+xml' }, '<svg/>'), { mediaKind: 'photo' }, {}],
    ['SVG called PNG', only(200, { 'content-type': 'image/png' }, '<svg/>'), { mediaKind: 'photo' }, {}],
    ['JSON', only(200, { 'content-type': 'application/json' }, '{}'), {}, {}],
    ['JSON called video', only(200, mp4, '{"error":1}'), {}, {}],
    [
      'a picture for a clip',
      only(200, mp4, Buffer.from('\xff\xd8\xff\xe0'.padEnd(600, '\0'), 'latin1')),
      {},
      {},
    ],
    ['packed bytes', only(200, { ...mp4, 'content-encoding': 'gzip' }), {}, {}],
    ['another size', only(200, { ...mp4, 'content-length': String(SIZE) }), { size: SIZE + 1 }, {}],
    [
      'a part nobody asked for',
      only(206, { ...mp4, 'content-range': `bytes 0-${SIZE - 1}/${SIZE}` }),
      {},
      {},
    ],
    ['a part without its place', only(206, mp4, FILE.subarray(10, 20)), {}, ranged],
    [
      'another part',
      only(206, { ...mp4, 'content-range': `bytes 11-20/${SIZE}` }, FILE.subarray(11, 21)),
      {},
      ranged,
    ],
    [
      'a part of another file',
      only(206, { ...mp4, 'content-range': 'bytes 10-19/777' }, FILE.subarray(10, 20)),
      { size: SIZE },
      ranged,
    ],
    [
      'a part of another length',
      only(
        206,
        { ...mp4, 'content-range': `bytes 10-19/${SIZE}`, 'content-length': '5' },
        FILE.subarray(0, 5),
      ),
      {},
      ranged,
    ],
    ['416 within the file', only(416, mp4, ''), { size: SIZE }, ranged],
    ['a redirect to a page host', only(302, { location: 'https://www.tiktok.com/' }, ''), {}, {}],
    ['a redirect into the house', only(302, { location: 'https://127.0.0.1/' }, ''), {}, {}],
    ['a redirect without TLS', only(302, { location: `http://${CDN}/` }, ''), {}, {}],
    ['a redirect loop', only(302, { location: '/again' }, ''), {}, {}],
    [
      'an unfinished length',
      (_request, response) =>
        response.socket?.end(
          `HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\n\r\n${FILE.toString('latin1', 0, 900)}`,
        ),
      {},
      {},
    ],
  ])('%s', async (_name, handler, over, headers) => {
    const { ask, outcomes, upstream } = await front(handler);
    const seen = await ask(ticketFor(over), { headers });
    expect([seen.status, seen.headers['x-code']]).toEqual([599, 'media_failed']);
    expect(outcomes).toEqual([{ ok: false, code: 'media_failed' }]);
    expect(upstream.accepted()).toBeLessThanOrEqual(4);
  });

  it('follows three redirects inside the list', async () => {
    const { ask } = await front((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step < 3) response.writeHead(302, { location: `https://${CDN}/${step + 1}` }).end();
      else goodNetwork(request, response);
    });
    const source = { kind: 'upstream', url: `https://${CDN}/0`, headers: {} } as const;
    expect((await ask(ticketFor({ source }))).body.length).toBe(SIZE);
  });

  it.each([
    'https://www.tiktok.com/aweme/v1/play/?video_id=1',
    'https://evil.test/a.mp4',
    'https://127.0.0.1/a.mp4',
    `http://${CDN}/a.mp4`,
    `https://${CDN}:8443/a.mp4`,
    `https://${CDN}@evil.test/a.mp4`,
    'file:///etc/passwd',
    'nonsense',
  ])('asks nobody for %s', async (url) => {
    const { ask, upstream } = await front(goodNetwork);
    const seen = await ask(ticketFor({ source: { kind: 'upstream', url, headers: {} } }));
    expect(seen.headers['x-code']).toBe('media_failed');
    expect(upstream.accepted()).toBe(0);
  });

  it('cannot be made to split its head by a file name', async () => {
    const { ask } = await front(goodNetwork);
    const seen = await ask(ticketFor({ filename: 'a\r\nset-cookie: x=1\r\n\r\n.mp4' }));
    expect(seen.headers['set-cookie']).toBeUndefined();
    expect(seen.headers['content-disposition'] ?? '').not.toMatch(/[\r\n]/);
  });

  it('drops validators that are not well-formed', async () => {
    const { ask } = await front(
      only(200, { 'content-type': 'video/mp4', etag: 'bare', 'last-modified': 'once' }),
    );
    const seen = await ask(ticketFor({ size: SIZE }));
    expect([seen.status, seen.headers.etag, seen.headers['last-modified']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });
});

describe('tunnel: sample files', () => {
  it('gives them whole and in parts, and nothing that is not listed', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-sample-'));
    writeFileSync(path.join(folder, 'a.mp4'), FILE);
    cleanUp.push(async () => rmSync(folder, { recursive: true }));
    const openSample = (file: string) =>
      file === 'a.mp4' ? { path: path.join(folder, file), size: SIZE } : null;
    const { ask, upstream } = await front(goodNetwork, { openSample });
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
  it('gives the platform link only where a browser can open it by itself', () => {
    const door = createDoor({ routes: [], outboundProxy: null });
    const { directLink } = createTunnel({ door, hosts: mediaHosts([]), openSample: () => null });
    const link = (headers: Record<string, string>, url = `https://${CDN}/a.mp4?oh=1`) =>
      directLink(ticketFor({ source: { kind: 'upstream', url, headers } }));
    expect(link({})).toBe(`https://${CDN}/a.mp4?oh=1`);
    expect(link({ 'user-agent': 'x', accept: '*/*', referer: 'https://www.instagram.com/' })).not.toBeNull();
    expect(link({ cookie: 'a=1' })).toBeNull();
    expect(link({ 'x-token': '1' })).toBeNull();
    expect(link({}, 'https://evil.test/')).toBeNull();
    expect(link({}, 'javascript:alert(1)')).toBeNull();
    expect(directLink(ticketFor({ source: { kind: 'sample', file: 'a.mp4' } }))).toBeNull();
  });
});
