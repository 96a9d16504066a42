import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { previewFlow } from '#messages/preview-flow.ts';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';
import { DEFAULT_ALLOWANCE } from '../generous-limits.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { openOwner } from './account-browser.ts';
import { until } from './loopback-upstream.ts';
import { createTestApp } from './test-app.ts';
import { type Visitor, visitorFrom } from './visitor.ts';

let mockPlatforms: MockPlatforms;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());
beforeEach(() => mockPlatforms.resetFaults());

const LINK = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const LARGE = 'https://www.instagram.com/reel/DMocksBig01/';

/** Header values with which a visitor may claim another address. */
const FORGED_CLAIMS: readonly Record<string, string>[] = [
  ...[
    '203.0.113.7',
    '203.0.113.7:443',
    ' 203.0.113.8 ',
    '203.0.113.7, 198.51.100.1',
    '198.51.100.1,203.0.113.7,127.0.0.1',
    '127.0.0.1',
    '127.0.0.2',
    '::1',
    '::ffff:203.0.113.7',
    '2001:db8::7',
    '[2001:db8::7]:443',
    '"203.0.113.7"',
    'unknown',
    '_hidden',
    '0x7f000001',
    ',,,',
  ].map((value) => ({ 'x-forwarded-for': value })),
  { forwarded: 'for=203.0.113.7;proto=https' },
  { forwarded: 'for="[2001:db8::7]:4711"' },
  { 'x-real-ip': '203.0.113.7' },
  { 'cf-connecting-ip': '203.0.113.7', 'true-client-ip': '203.0.113.8' },
];

const start = async (environment: Record<string, string> = {}) => {
  const test = await createTestApp({
    UPSTREAM_ROUTES: mockPlatforms.routes,
    ENGINES: 'native',
    ...DEFAULT_ALLOWANCE,
    ...environment,
  });
  onTestFinished(() => test.app.close());
  const origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const visitor = (address = '127.0.0.1'): Visitor => visitorFrom(origin, address);
  return { ...test, visitor };
};
const postOf = async (visitor: Visitor, link: string): Promise<Post> =>
  postSchema.parse(JSON.parse((await visitor.preview(link)).body.toString()));

describe('previews of one network', () => {
  it('are limited to 20 a minute, cached ones included, and every response has the remaining number', async () => {
    const { visitor } = await start();
    const one = visitor();
    const first = await one.preview(LINK);
    expect([first.status, first.headers['ratelimit-policy'], first.headers['ratelimit']]).toEqual([
      200,
      '"minute";q=20;w=60, "hour";q=200;w=3600',
      '"minute";r=19;t=60, "hour";r=199;t=3600',
    ]);
    for (let count = 1; count < 20; count += 1) expect((await one.preview(LINK)).status).toBe(200);
    const refused = await one.preview(LINK);
    const wait = Number(refused.headers['retry-after']);
    expect(JSON.parse(refused.body.toString())).toMatchObject({
      status: 429,
      code: 'rate_limited',
      detail: text(previewFlow, 'rateLimited'),
      retryAfter: wait,
      ownLimit: true,
    });
    expect(wait).toBeGreaterThan(30);
    expect(refused.headers['ratelimit']).toMatch(
      new RegExp(`^"minute";r=0;t=${String(wait)}, "hour";r=180;t=\\d+$`),
    );
    expect((await visitor('127.0.0.2').preview(LINK)).status).toBe(200);
  });

  it('do not count samples, which stay open when the limit is reached', async () => {
    const { visitor } = await start({ ENGINES: 'native,sample', PREVIEWS_PER_MINUTE: '1' });
    const one = visitor();
    expect((await one.preview('/?sample=clip')).status).toBe(200);
    expect([(await one.preview(LINK)).status, (await one.preview(LINK)).status]).toEqual([200, 429]);
    for (const sample of ['clip', 'set', 'sound'])
      expect((await one.preview(`/?sample=${sample}`)).status).toBe(200);
    expect((await one.preview('/?sample=other')).status).toBe(429);
  });

  it('say for a limit of the platform that it is not the visitor’s', async () => {
    const { visitor } = await start();
    mockPlatforms.setPageFault(LINK, 'limited');
    const refused = await visitor().preview(LINK);
    const problem = JSON.parse(refused.body.toString());
    expect(problem).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(problem).not.toHaveProperty('ownLimit');
  });

  it('count for the address of the socket, whatever headers claim', async () => {
    const { visitor } = await start();
    const statuses: number[] = [];
    for (const claim of FORGED_CLAIMS) statuses.push((await visitor().preview(LINK, claim)).status);
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await visitor().preview(LINK, { 'x-forwarded-for': '203.0.113.99' })).status).toBe(429);
  });

  it('count for the visitor behind a trusted proxy', async () => {
    const { visitor } = await start({ PREVIEWS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' });
    const from = async (claim: string) =>
      (await visitor().preview(LINK, { 'x-forwarded-for': claim })).status;
    expect([await from('203.0.113.7'), await from('203.0.113.8')]).toEqual([200, 200]);
    // The proxy appends the address it saw; the part before it comes from the visitor.
    expect(await from('203.0.113.9, 203.0.113.7')).toBe(429);
    // Some proxies append the port of each connection to the address.
    expect([await from('203.0.113.7:50123'), await from('203.0.113.7:50124')]).toEqual([429, 429]);
  });

  it('free their place in flight when the visitor leaves', async () => {
    const { visitor } = await start({ PREVIEWS_AT_ONCE: '1' });
    const one = visitor();
    mockPlatforms.setPageFault(LINK, 'stalled');
    mockPlatforms.clearRequests();
    const leave = new AbortController();
    const stalled = one.preview(LINK, {}, leave.signal).catch(() => null);
    await until(() => mockPlatforms.requests.length > 0);
    const busy = await one.preview(LINK);
    expect([busy.status, busy.headers['retry-after'], busy.headers['ratelimit']]).toEqual([
      429,
      '3',
      undefined,
    ]);
    leave.abort();
    await stalled;
    mockPlatforms.setPageFault(LINK, null);
    await expect.poll(async () => (await one.preview(LINK)).status).toBe(200);
  });

  it('of an owner are counted separately from the visitors of the same network', async () => {
    const test = await start({ PREVIEWS_PER_MINUTE: '1' });
    const owner = await openOwner(test);
    const cookie = [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const one = test.visitor();
    expect((await one.preview(LINK)).status).toBe(200);
    expect((await one.preview(LINK)).status).toBe(429);
    expect((await one.preview(LINK, { cookie: 'sid=made-up' })).status).toBe(429);
    expect((await one.preview(LINK, { cookie })).status).toBe(200);
    expect((await one.preview(LINK, { cookie })).status).toBe(429);
  });
});

describe('media of one network', () => {
  it('queue for a stream, and get one as soon as a player drops its last stream', async () => {
    const { visitor } = await start({ STREAMS_AT_ONCE: '1' });
    const one = visitor();
    const post = await postOf(one, LARGE);
    const path = post.qualities[0]?.url ?? '';
    const playing = await one.pause(path);
    const seeking = one.ask(path, { headers: { range: 'bytes=1000-1999' } });
    const picture = await one.ask(post.thumbnail ?? '');
    expect(picture.status).toBe(200);
    playing.leave();
    // Without the freed stream it would be refused after its wait.
    expect((await seeking).status).toBe(206);
    expect((await one.ask(path, { headers: { range: 'bytes=0-1' } })).status).toBe(206);
  });

  it('answer HEAD from the ticket, and call the delivery network only where a client requires it', async () => {
    const { visitor } = await start();
    const one = visitor();
    const { qualities } = await postOf(one, LINK);
    const [{ url = '', size = 0, filename = '' } = {}] = qualities;
    mockPlatforms.clearRequests();
    const heads = await Promise.all(
      Array.from({ length: 100 }, () => one.ask(`${url}?download`, { method: 'HEAD' })),
    );
    expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([200]));
    expect(heads[0]?.headers).toMatchObject({
      'content-length': String(size),
      'content-type': 'video/mp4',
      'content-disposition': `attachment; filename=${filename}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
    expect(mockPlatforms.requests).toHaveLength(0);
    const fresh = { method: 'HEAD', headers: { 'cache-control': 'no-cache' } };
    for (let count = 0; count < 30; count += 1) expect((await one.ask(url, fresh)).status).toBe(200);
    expect(mockPlatforms.requests).toHaveLength(30);
    const refused = await one.ask(url, fresh);
    expect([refused.status, Number(refused.headers['retry-after']) > 30]).toEqual([429, true]);
    expect(mockPlatforms.requests).toHaveLength(30);
  });

  it('are limited to 1,200 requests a minute, however small the ranges', async () => {
    const { app, visitor } = await start();
    const { qualities } = await postOf(visitor(), LINK);
    const [{ url = '' } = {}] = qualities;
    // The range lies beyond the end, which the ticket contains, so no upstream request slows the test down.
    const ask = async (remoteAddress: string) =>
      app.inject({ url, remoteAddress, headers: { host: 'localhost', range: 'bytes=999999999-' } });
    const statuses: number[] = [];
    for (let count = 0; count < 1_200; count += 1) statuses.push((await ask('192.0.2.7')).statusCode);
    expect(new Set(statuses)).toEqual(new Set([416]));
    const refused = await ask('192.0.2.7');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('192.0.2.8')).statusCode).toBe(416);
  });

  it('reject embedding by other sites, but open from a link there', async () => {
    const { visitor } = await start();
    const one = visitor();
    const { qualities } = await postOf(one, LINK);
    const url = qualities[0]?.url ?? '';
    const from = (mode: string, dest: string, site = 'cross-site') => ({
      headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, range: 'bytes=0-1' },
    });
    const refused = await one.ask(url, from('no-cors', 'video'));
    expect(JSON.parse(refused.body.toString())).toMatchObject({ status: 403, code: 'embed_forbidden' });
    for (const path of [url, `${url}?download`, `${url}?redirect`])
      expect((await one.ask(path, from('navigate', 'iframe', 'same-site'))).status).toBe(403);
    expect((await one.ask(url, from('navigate', 'document'))).status).toBe(206);
    expect((await one.ask(url, from('no-cors', 'video', 'same-origin'))).status).toBe(206);
    expect((await one.ask(url, { headers: { range: 'bytes=0-1' } })).status).toBe(206);
  });
});

describe('a proxy that TRUST_PROXY does not name', () => {
  const noticeOf = async (environment: Record<string, string>) => {
    const test = await start(environment);
    const owner = await openOwner(test);
    const notice = async () => (await owner.call('GET', '/api/admin/overview')).body['untrustedForwarding'];
    const before = await notice();
    for (const header of ['x-forwarded-for', 'forwarded', 'x-forwarded-for'])
      await test.visitor().ask('/', { headers: { [header]: '203.0.113.77' } });
    const lines = test
      .log()
      .split('\n')
      .filter((line) => line.includes('outside TRUST_PROXY'));
    expect(test.log()).not.toContain('203.0.113.77');
    return { before, after: await notice(), lines: lines.length };
  };

  it('is logged once, without an address, and shown to the owner', async () => {
    expect(await noticeOf({})).toEqual({ before: false, after: true, lines: 1 });
  });

  it('is not reported once TRUST_PROXY is set', async () => {
    expect(await noticeOf({ TRUST_PROXY: '127.0.0.1' })).toEqual({ before: false, after: false, lines: 0 });
    expect(await noticeOf({ TRUST_PROXY: '10.0.0.1' })).toEqual({ before: false, after: false, lines: 1 });
  });
});

describe('requests of one network', () => {
  const PATHS = ['/', '/api/site', '/api/status', '/robots.txt', '/nothing-here', '/api/nothing', '/admin'];

  it('are limited to 1,500 in half a minute, whatever they ask for; others, health checks and media are not', async () => {
    const { app } = await start();
    const ask = async (url: string, remoteAddress: string, method: 'GET' | 'HEAD' = 'HEAD') =>
      app.inject({ method, url, remoteAddress, headers: { host: 'localhost' } });
    const refused: number[] = [];
    for (let count = 0; count < 1_500; count += 1) {
      const { statusCode } = await ask(PATHS[count % PATHS.length] ?? '/', '192.0.2.7');
      if (statusCode === 429) refused.push(count);
    }
    expect(refused).toEqual([]);
    for (const url of PATHS) {
      const answer = await ask(url, '192.0.2.7', 'GET');
      expect([url, answer.statusCode]).toEqual([url, 429]);
      expect(answer.headers['content-type']).toMatch('application/problem+json');
      expect(answer.json()).toMatchObject({ code: 'rate_limited' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    for (const url of ['/healthz', '/readyz']) expect((await ask(url, '192.0.2.7')).statusCode).toBe(200);
    expect((await ask('/api/media/none', '192.0.2.7', 'GET')).statusCode).toBe(404);
    expect((await ask('/', '192.0.2.8')).statusCode).toBe(200);
  });

  it('are limited for addresses that no route has, too', async () => {
    const { app } = await start();
    const url = `/api/media/${'a'.repeat(9_000)}`;
    const ask = () => app.inject({ url, remoteAddress: '192.0.2.7', headers: { host: 'localhost' } });
    for (let count = 0; count < 1_500; count += 1) expect((await ask()).statusCode).toBe(404);
    expect((await ask()).statusCode).toBe(429);
  });

  it('are not counted for a proxy on this machine that TRUST_PROXY does not name', async () => {
    const { app } = await start();
    const headers = { host: 'localhost', 'x-forwarded-for': '203.0.113.7' };
    const ask = async () =>
      (await app.inject({ url: '/healthz', remoteAddress: '127.0.0.1', headers })).statusCode;
    const statuses = new Set<number>();
    for (let count = 0; count < 1_600; count += 1) statuses.add(await ask());
    expect(statuses).toEqual(new Set([200]));
  });
});
