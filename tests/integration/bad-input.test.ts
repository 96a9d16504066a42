import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '#shared/contract/problem.ts';
import { createTicketSealer } from '../../src/server/media/tickets/ticket-sealer.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';

const BAD_LINK = 'Invalid Instagram/TikTok URL format';
const LONG_ID = 'a'.repeat(2_049 - 'https://www.instagram.com/p/'.length);

let test: TestApp;
beforeAll(async () => {
  // Nothing listens at these upstream routes: a request that got past the parser would end in 502 instead of 400.
  test = await createTestApp({
    UPSTREAM_ROUTES: '*.instagram.com=http://127.0.0.1:9,*.tiktok.com=http://127.0.0.1:9',
  });
});
afterAll(() => test.app.close());

const post = async (
  payload: string | object,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/preview',
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { host: 'localhost:3000', ...headers },
  });
  return { response, problem: problemSchema.parse(response.json()) };
};

describe('POST /api/preview with bad input', () => {
  it.each([
    ['empty', ''],
    ['blank', '   \n\t '],
    ['not a URL', 'hello'],
    ['another site', 'https://www.youtube.com/watch?v=abc'],
    ['a look-alike host', 'https://instagram.com.evil.example/reel/CxAbCdEfGhI/'],
    ['a look-alike with a hyphen', 'https://www-instagram.com/reel/CxAbCdEfGhI/'],
    ['a name in front of the platform', 'https://eviltiktok.com/@a/video/7400000000000000001'],
    ['userinfo before another host', 'https://www.instagram.com@evil.example/reel/CxAbCdEfGhI/'],
    ['userinfo before the platform', 'https://user:pass@www.instagram.com/reel/CxAbCdEfGhI/'],
    ['a backslash host', 'https://evil.example\\@www.instagram.com/reel/CxAbCdEfGhI/'],
    ['an odd port', 'https://www.instagram.com:8443/reel/CxAbCdEfGhI/'],
    ['a script', 'javascript:alert(1)'],
    ['a loopback address', 'http://127.0.0.1/p/CxAbCdEfGhI/'],
    ['control characters', 'https://www.instagram.com/reel/Cx\u0000AbCdEf/'],
    ['a line break inside', 'https://www.instagram.com/re\r\nel/CxAbCdEfGhI/'],
    ['a profile', 'https://www.instagram.com/someone/'],
    ['2,049 characters', `https://www.instagram.com/p/${LONG_ID}`],
  ])('rejects %s as a bad link', async (_name, url) => {
    const { response, problem } = await post({ url });
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(problem).toMatchObject({ status: 400, code: 'link_invalid', detail: BAD_LINK });
  });

  it.each([
    ['a number', { url: 5 }],
    ['null', { url: null }],
    ['a list', { url: ['https://www.instagram.com/p/CxAbCdEfGhI/'] }],
    ['an object', { url: { href: 'https://www.instagram.com/p/CxAbCdEfGhI/' } }],
    ['nothing', {}],
    ['10,000 characters', { url: 'x'.repeat(10_000) }],
  ])('rejects a link that is %s', async (_name, body) => {
    expect((await post(body)).problem).toMatchObject({ status: 400, code: 'link_invalid', detail: BAD_LINK });
  });

  it.each([
    ['an unknown field', { url: 'https://www.instagram.com/p/CxAbCdEfGhI/', role: 'owner' }],
    ['an unknown type', { url: 'https://www.instagram.com/p/CxAbCdEfGhI/', type: 'everything' }],
    ['a list', [1, 2]],
    ['a bare string', '"https://www.instagram.com/p/CxAbCdEfGhI/"'],
    ['broken JSON', '{"url": '],
    ['an empty body', ''],
    ['a prototype key', '{"url":"https://www.instagram.com/p/CxAbCdEfGhI/","__proto__":{"x":1}}'],
  ])('rejects a body with %s', async (_name, body) => {
    const { problem } = await post(body);
    expect(problem).toMatchObject({ status: 400, code: 'body_invalid' });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
  ])('rejects a body of type %s with 415', async (type) => {
    const { problem } = await post('{"url":"https://www.instagram.com/p/CxAbCdEfGhI/"}', {
      'content-type': type,
    });
    expect(problem).toMatchObject({ status: 415, code: 'body_type_unsupported' });
  });

  it('rejects a body over the limit with 413', async () => {
    const { problem } = await post({ url: 'x'.repeat(17 * 1024) });
    expect(problem).toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it('writes no part of a link to the log, at any level', async () => {
    await post({ url: 'https://www.instagram.com/reel/SecretCode1/?igsh=tracking' });
    await post({ url: 'https://www.tiktok.com/@hidden.person/video/7411111111111111111' });
    await post({ url: 'https://secret.example/SecretCode2' });
    await test.app.inject({ url: '/api/media/SecretTicket', headers: { host: 'localhost' } });
    await test.app.inject({ url: '/?url=SecretQuery', headers: { host: 'localhost' } });
    await test.app.inject({
      url: '/https://www.instagram.com/p/SecretCode3/',
      headers: { host: 'localhost' },
    });
    await test.app.inject({ url: '/p/SecretCode4/?igsh=tracking', headers: { host: 'localhost' } });
    await test.app.inject({ url: '/https:/secret.example/', headers: { host: 'localhost' } });
    expect(test.log()).toContain('answered');
    expect(test.log()).not.toMatch(/secret|hidden|7411111111111111111|tracking/i);
  });
});

describe('an upstream where nothing listens', () => {
  it('says that this server reached nobody, and blames no visitor', async () => {
    const { problem } = await post({ url: 'https://www.instagram.com/reel/CxAbCdEfGhI/' });
    expect(problem).toMatchObject({
      status: 502,
      code: 'network',
      detail: 'Failed to fetch video: this server could not reach the platform.',
    });
  });
});

describe('routes', () => {
  const get = (
    url: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' | 'DELETE' | 'PUT' = 'GET',
  ) => test.app.inject({ method, url, headers: { host: 'localhost:3000', ...headers } });

  it('answers an unknown page with the 404 page, and an unknown API path with a problem', async () => {
    const page = await get('/nowhere');
    expect([page.statusCode, page.body]).toEqual([404, "This page isn't here"]);
    expect((await get('/api/nowhere')).json()).toMatchObject({ status: 404, code: 'route_unknown' });
    expect((await get('/nowhere', {}, 'PUT')).json()).toMatchObject({ code: 'route_unknown' });
  });

  it.each([
    ['/https://www.instagram.com/p/C5_A1-QNPrY/', 200],
    ['/https:/www.instagram.com/p/C5_A1-QNPrY/', 200],
    ['/http://www.instagram.com/p/C5_A1-QNPrY/?igsh=abc&img_index=2', 200],
    ['//https://www.instagram.com/p/C5_A1-QNPrY/', 200],
    ['/https%3A%2F%2Fwww.instagram.com%2Fp%2FC5_A1-QNPrY%2F', 200],
    ['/instagram.com/p/C5_A1-QNPrY', 200],
    ['/p/C5_A1-QNPrY/', 200],
    ['/p/C5_A1-QNPrY', 200],
    ['/reel/C5_A1-QNPrY/', 200],
    ['/reels/C5_A1-QNPrY/', 200],
    ['/tv/C5_A1-QNPrY/', 200],
    ['/stories/mock.user/3141592653589793238/', 200],
    ['/@mock.user/video/7400000000000000001', 200],
    ['/@mock.user/video/7400000000000000001/', 200],
    ['/@mock.user/photo/7400000000000000005?lang=en', 200],
    ['/t/ZTabc1234/', 200],
    ['/https://evil.example/p/C5_A1-QNPrY/', 404],
    ['/https://www.instagram.com@evil.example/p/C5_A1-QNPrY/', 404],
    ['/https://www.instagram.com/mock.user/', 404],
    [`/https://www.instagram.com/p/${LONG_ID}${'a'.repeat(40)}`, 404],
    ['/@mock.user', 404],
    ['/p/', 404],
    ['/ZTabc1234/', 404],
    ['/nowhere?item_id=7400000000000000001', 404],
  ])('answers %s with the page and status %i', async (url, status) => {
    const page = await get(url);
    expect([page.statusCode, page.body]).toEqual([
      status,
      status === 404 ? "This page isn't here" : 'the page',
    ]);
    expect([page.headers['x-robots-tag'], page.headers['cache-control'], page.headers['etag']]).toEqual(
      /^\/(?:@mock.user$|p\/$|ZT|nowhere)/.test(url)
        ? [undefined, 'no-cache', expect.anything()]
        : ['noindex', 'no-store', undefined],
    );
  });

  it('answers an address with a link only to GET and HEAD and only on its own host', async () => {
    const url = '/https://www.instagram.com/p/C5_A1-QNPrY/';
    expect((await get(url, {}, 'HEAD')).statusCode).toBe(200);
    expect((await get(url, {}, 'PUT')).json()).toMatchObject({ code: 'route_unknown' });
    expect((await get(url, { host: 'evil.example' })).json()).toMatchObject({ code: 'host_foreign' });
  });

  it('answers a wrong method with 405 and the allowed methods', async () => {
    const wrong = await get('/api/preview');
    expect(wrong.statusCode).toBe(405);
    expect(wrong.headers['allow']).toContain('POST');
    expect((await get('/api/media/abc', {}, 'DELETE')).statusCode).toBe(405);
  });

  it('rejects a foreign host name, except for health checks by IP address', async () => {
    for (const host of ['evil.example', '10.0.0.1:3000', 'localhost.evil.example', 'a@localhost'])
      expect((await get('/', { host })).json(), host).toMatchObject({ status: 421, code: 'host_foreign' });
    // Owners behind a proxy need to see which host arrived; anything but a host name is not written.
    const told = test
      .log()
      .split('\n')
      .filter((line) => line.includes('refused with 421'))
      .map((line) => (JSON.parse(line) as { seen: string; expected: string }).seen);
    expect(told).toEqual(['evil.example', 'an IP address', 'localhost.evil.example', 'not a host name']);
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000'])
      expect((await get('/', { host })).statusCode).toBe(200);
    expect((await get('/healthz', { host: '10.0.0.1:3000' })).statusCode).toBe(200);
  });

  it('sends the page compressed, and 304 for a cached copy', async () => {
    const plain = await get('/');
    expect(plain.body).toBe('the page');
    expect((await get('/', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');
    expect((await get('/', { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding']).toBe('gzip');
    const etag = String(plain.headers['etag']);
    // The ETag is weak because one tag stands for three encodings of the page.
    expect(etag).toMatch(/^W\/"/);
    expect((await get('/', { 'if-none-match': etag })).statusCode).toBe(304);
    expect(plain.headers['set-cookie']).toBeUndefined();
  });
});

describe('tickets', () => {
  const ticket = (now: () => number) =>
    createTicketSealer({ secret: TEST_SECRET, now }).seal({
      purpose: 'media',
      source: { kind: 'sample', file: 'nothing.mp4' },
      mediaKind: 'video',
      mime: 'video/mp4',
      size: 1,
      filename: 'a.mp4',
      post: '/?sample=clip',
    });
  const open = async (segment: string, query = '') =>
    test.app.inject({ url: `/api/media/${segment}${query}`, headers: { host: 'localhost' } });

  it('rejects a ticket that was altered', async () => {
    const good = ticket(Date.now);
    const altered = `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const segment of [altered, 'abc', `${good}x`, 'x'.repeat(5_000)])
      expect((await open(segment)).json(), segment.slice(0, 20)).toMatchObject({
        status: 404,
        code: 'ticket_invalid',
      });
  });

  it('rejects an expired ticket with 410', async () => {
    const sevenHoursAgo = Date.now() - 7 * 60 * 60 * 1_000;
    expect((await open(ticket(() => sevenHoursAgo))).json()).toMatchObject({
      status: 410,
      code: 'ticket_expired',
    });
  });

  it('offers no direct link for files that are not on a platform', async () => {
    expect((await open(ticket(Date.now), '?redirect')).json()).toMatchObject({
      code: 'redirect_unavailable',
    });
  });
});

describe('malformed requests', () => {
  const NONSENSE = 'nonsense\r\n\r\n';
  let port = 0;
  beforeAll(async () => {
    port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });

  /** Sends one text after the other, each after a response to the previous one. Returns everything received. */
  const sendInTurn = async (...texts: string[]): Promise<string> => {
    const socket = net.connect(port, '127.0.0.1');
    const heard: string[] = [];
    socket.setEncoding('latin1').on('data', (piece: string) => {
      heard.push(piece);
      const next = texts.shift();
      if (next !== undefined) socket.write(next);
    });
    socket.write(texts.shift() ?? '');
    await once(socket, 'close');
    return heard.join('');
  };

  it('get a bare 400 on a new connection, and only the end of the connection after a response', async () => {
    expect(await sendInTurn(NONSENSE)).toMatch(/^HTTP\/1\.1 400 /);
    const heard = await sendInTurn('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n', NONSENSE);
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(heard).not.toContain('HTTP/1.1 400');
  });

  it.each([
    [
      'two hosts, first the right one',
      'GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example',
      '400',
      'host_invalid',
    ],
    [
      'two hosts, last the right one',
      'GET / HTTP/1.1\r\nHost: evil.example\r\nhost: localhost',
      '400',
      'host_invalid',
    ],
    ['the right host twice', 'GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost', '400', 'host_invalid'],
    ['two hosts at a health check', 'GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b', '400', 'host_invalid'],
    ['a foreign target', 'GET http://evil.example/ HTTP/1.1\r\nhost: localhost', '421', 'host_foreign'],
    [
      'a foreign health target',
      'GET http://evil.example/healthz HTTP/1.1\r\nhost: localhost',
      '421',
      'host_foreign',
    ],
    [
      'a foreign call',
      'GET https://evil.example/api/site HTTP/1.1\r\nhost: localhost',
      '421',
      'host_foreign',
    ],
    [
      'the right host as user information',
      'GET http://localhost@evil.example/ HTTP/1.1\r\nhost: localhost',
      '421',
      'host_foreign',
    ],
    ['user information', 'GET http://ann@localhost/ HTTP/1.1\r\nhost: localhost', '421', 'host_foreign'],
    ['another scheme', 'GET ftp://localhost/ HTTP/1.1\r\nhost: localhost', '421', 'host_foreign'],
    [
      'a target of this site with a foreign host',
      'GET http://localhost/ HTTP/1.1\r\nhost: evil.example',
      '421',
      'host_foreign',
    ],
    [
      'a malformed foreign target',
      'GET http://evil.example/%zz HTTP/1.1\r\nhost: localhost',
      '421',
      'host_foreign',
    ],
  ])('reject a request with %s', async (_what, head, status, code) => {
    const heard = await sendInTurn(`${head}\r\nconnection: close\r\n\r\n`);
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(heard).toContain(`"code":"${code}"`);
  });

  it("route an absolute target of the site's own host by its path", async () => {
    const ask = (target: string) =>
      sendInTurn(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(await ask('http://localhost:8080/healthz')).toMatch(/^HTTP\/1\.1 200 .*"status":"ok"/s);
    expect(await ask('http://localhost')).toMatch(/^HTTP\/1\.1 200 .*the page$/s);
    expect(await ask('HTTP://LOCALHOST/api/nowhere?a=1')).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('get a 408 after a time without data, so that a browser retries', async () => {
    const accepted = once(test.app.server, 'connection');
    const heard = sendInTurn('');
    const [socket] = await accepted;
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    test.app.server.emit('clientError', late, socket);
    expect(await heard).toMatch(/^HTTP\/1\.1 408 .*\r\n\r\n$/s);
  });
});
