import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ticket } from '../../src/server/media/tickets/ticket.ts';
import { FILE, goodNetwork, only, SIZE } from './good-network.ts';
import { startUpstream } from './loopback-upstream.ts';
import { CDN, startFront, ticketFor } from './tunnel-front.ts';

const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const front = async (handler: RequestListener) => {
  const upstream = await startUpstream(handler);
  const started = await startFront(upstream);
  cleanUp.push(() => upstream.close(), started.close);
  return { ...started, upstream };
};

describe('tunnel: what is rejected before a byte is sent', () => {
  const mp4 = { 'content-type': 'video/mp4' };
  const html = '<!DOCTYPE html><title>Sign in</title><script>alert(1)</script>';
  const ranged = { range: 'bytes=10-19' };
  it.each<[string, RequestListener, Partial<Ticket>, Record<string, string>]>([
    ['404', only(404, mp4), {}, {}],
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
    ['compressed bytes', only(200, { ...mp4, 'transfer-encoding': 'gzip, chunked' }), {}, {}],
    ['another size', only(200, { ...mp4, 'content-length': String(SIZE) }), { size: SIZE + 1 }, {}],
    [
      'a part that was not requested',
      only(206, { ...mp4, 'content-range': `bytes 0-${SIZE - 1}/${SIZE}` }),
      {},
      {},
    ],
    ['a part without Content-Range', only(206, mp4, FILE.subarray(10, 20)), {}, ranged],
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
    ['a redirect into a private network', only(302, { location: 'https://127.0.0.1/' }, ''), {}, {}],
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

  it.each([403, 410])('%i as an expired link', async (status) => {
    const { ask, outcomes } = await front(only(status, mp4));
    expect((await ask(ticketFor({}))).headers['x-code']).toBe('ticket_expired');
    expect(outcomes).toEqual([{ ok: false, code: 'ticket_expired' }]);
  });

  it.each<[string, Buffer, Partial<Ticket>]>([
    ['a sound for a clip', Buffer.from('ID3\x04'.padEnd(600, '\0'), 'latin1'), {}],
    [
      'a clip for a sound',
      Buffer.from('\x1a\x45\xdf\xa3\x01webm'.padEnd(600, '\0'), 'latin1'),
      { mediaKind: 'audio', mime: 'audio/mpeg' },
    ],
  ])('%s', async (_name, body, over) => {
    const { ask } = await front(only(200, { ...mp4, 'content-length': String(body.length) }, body));
    expect((await ask(ticketFor(over))).headers['x-code']).toBe('media_failed');
  });

  it('follows three redirects between listed hosts', async () => {
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
  ])('makes no request for %s', async (url) => {
    const { ask, upstream } = await front(goodNetwork);
    const seen = await ask(ticketFor({ source: { kind: 'upstream', url, headers: {} } }));
    expect(seen.headers['x-code']).toBe('media_failed');
    expect(upstream.accepted()).toBe(0);
  });

  it('does not let a file name inject headers', async () => {
    const { ask } = await front(goodNetwork);
    const seen = await ask(ticketFor({ filename: 'a\r\nset-cookie: x=1\r\n\r\n.mp4' }));
    expect(seen.headers['set-cookie']).toBeUndefined();
    expect(seen.headers['content-disposition'] ?? '').not.toMatch(/[\r\n]/);
  });

  it('drops malformed validators', async () => {
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
