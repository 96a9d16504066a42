import { once } from 'node:events';
import http from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { MAINTENANCE_RETRY_SECONDS } from '../../src/server/http/maintenance-gate.ts';
import { createPageCache } from '../../src/server/site/pages/page-cache.ts';
import { faultLink } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { type AccountBrowser, accountIn, openBrowser, openOwner } from './account-browser.ts';
import { NO_ASSETS } from './no-assets.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const VIDEO = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
/** A reel whose film arrives slowly, over several seconds. */
const SLOW_REEL = faultLink('media-drip');
const STRANGERS = [{}, { cookie: 'theme=dark' }, { cookie: 'sid=made-up' }];

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin: string;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());
beforeEach(async () => {
  test = await createTestApp(
    { ENGINES: 'native,sample', UPSTREAM_ROUTES: mockPlatforms.routes },
    (settings) =>
      createPageCache(
        ({ site, notFound, bypassesMaintenance }) =>
          [site.maintenance ? 'closed' : 'open', notFound && 'missing', bypassesMaintenance && 'bypassing']
            .filter(Boolean)
            .join(' '),
        settings,
        {
          assets: NO_ASSETS,
          publicUrl: 'http://localhost',
          previewsPerMinute: 20,
        },
        () => "default-src 'none'",
      ),
  );
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => test.app.close());

const close = () => test.settings.change({ maintenance: true });
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${origin}${path}`, { method, headers });
const preview = (headers: Record<string, string> = {}) =>
  fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ url: VIDEO }),
  });
const mediaOf = async (url = VIDEO): Promise<string> => {
  const answer = await fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  const post: Post = postSchema.parse(await answer.json());
  return post.qualities[0]?.url ?? '';
};

/** The documented parts of a response while the site is closed. */
const CLOSED = { status: 503, retryAfter: String(MAINTENANCE_RETRY_SECONDS), cache: 'no-store' };
const statusAndHeadersOf = ({ status, headers }: Response) => ({
  status,
  retryAfter: headers.get('retry-after'),
  cache: headers.get('cache-control'),
});

describe('during maintenance', () => {
  it.each(['/', '/nowhere', '/p/C5_A1-QNPrY/', '/https://www.instagram.com/p/C5_A1-QNPrY/'])(
    'the page at %s is a 503 with the notice in it',
    async (path) => {
      await close();
      for (const headers of STRANGERS) {
        const answer = await ask(path, headers as Record<string, string>);
        expect(statusAndHeadersOf(answer)).toEqual(CLOSED);
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
        expect(await answer.text()).toBe(path === '/nowhere' ? 'closed missing' : 'closed');
      }
      expect(statusAndHeadersOf(await ask(path, {}, 'HEAD'))).toEqual(CLOSED);
    },
  );

  it('a cached copy from before is not confirmed, and one from maintenance is not stored', async () => {
    const open = await ask('/');
    const etag = open.headers.get('etag') ?? '';
    await close();
    const closed = await ask('/', { 'if-none-match': etag });
    expect([closed.status, closed.headers.get('etag')]).toEqual([503, null]);
    await test.settings.change({ maintenance: false });
    expect((await ask('/')).status).toBe(200);
  });

  it('previews are rejected before their body is read', async () => {
    await close();
    for (const headers of STRANGERS) {
      const answer = await preview(headers as Record<string, string>);
      expect(statusAndHeadersOf(answer)).toEqual(CLOSED);
      expect(problemSchema.parse(await answer.json())).toMatchObject({
        status: 503,
        code: 'maintenance',
        retryAfter: MAINTENANCE_RETRY_SECONDS,
      });
    }
    expect((await ask('/api/preview', {}, 'POST')).status).toBe(503);
  });

  it('new downloads are rejected, further ranges of a running one are served', async () => {
    const media = await mediaOf();
    await close();
    const refused: [string, Record<string, string>, string][] = [
      [media, {}, 'GET'],
      [`${media}?download`, {}, 'GET'],
      [`${media}?redirect`, {}, 'GET'],
      [media, {}, 'HEAD'],
      [media, { range: 'bytes=0-' }, 'GET'],
      [media, { range: 'bytes=0-99' }, 'GET'],
      [media, { range: 'bytes=00-99' }, 'GET'],
      [media, { range: 'bytes=-99' }, 'GET'],
      [media, { range: 'bytes=100-' }, 'HEAD'],
      ['/api/media/nothing', {}, 'GET'],
    ];
    for (const [path, headers, method] of refused) {
      const answer = await ask(path, headers, method);
      expect([path, headers, method, statusAndHeadersOf(answer)]).toEqual([path, headers, method, CLOSED]);
    }
    const rest = await ask(`${media}?download`, { range: 'bytes=100-199' });
    expect([rest.status, (await rest.bytes()).length]).toEqual([206, 100]);
    // The page checks the link before it hands it to the browser.
    expect((await ask(`${media}?download=next`, {}, 'HEAD')).status).toBe(200);
    const next = await ask(`${media}?download=next`);
    expect(next.status).toBe(200);
    await next.body?.cancel();
  });

  it('a running transfer completes', async () => {
    const media = await mediaOf(SLOW_REEL);
    const request = http.get(`${origin}${media}?download`);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let received = 0;
    response.on('data', (piece: Buffer) => {
      received += piece.length;
    });
    await once(response, 'data');
    await close();
    const before = received;
    await once(response, 'end');
    expect(before).toBeLessThan(received);
    expect(received).toBe(Number(response.headers['content-length']));
  });

  it('everything else works as usual', async () => {
    await close();
    const paths = [
      '/api/site',
      '/api/status',
      '/status',
      '/help',
      '/legal/privacy',
      '/healthz',
      '/readyz',
      '/robots.txt',
      '/sitemap.xml',
    ];
    for (const path of [...paths, '/site.webmanifest'])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    expect(await (await ask('/api/site')).json()).toMatchObject({ maintenance: true });
    const live = await ask('/api/live');
    expect([live.status, live.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await live.body?.cancel();
    expect((await ask('/api/nowhere')).status).toBe(404);
    expect((await ask('/', {}, 'PUT')).status).toBe(405);
  });

  it('ends at once when it is switched off', async () => {
    await close();
    expect((await preview()).status).toBe(503);
    await test.settings.change({ maintenance: false });
    expect((await preview()).status).toBe(200);
  });
});

describe('signed-in accounts during maintenance', () => {
  /** Returns the cookies as a browser sends them, together with another one. */
  const cookieOf = ({ jar }: AccountBrowser): Record<string, string> => ({
    cookie: ['theme=dark', ...[...jar].map(([name, value]) => `${name}=${value}`)].join('; '),
  });
  let owner: AccountBrowser;
  beforeEach(async () => {
    owner = await openOwner(test);
  });

  it('let the owner use the page, previews and downloads', async () => {
    await close();
    const page = await ask('/', cookieOf(owner));
    expect([page.status, await page.text()]).toEqual([200, 'closed bypassing']);
    expect(page.headers.get('cache-control')).toBe('private, no-cache');
    expect((await ask('/nowhere', cookieOf(owner))).status).toBe(404);
    const answer = await preview(cookieOf(owner));
    expect(answer.status).toBe(200);
    const post: Post = postSchema.parse(await answer.json());
    const file = await ask(`${post.qualities[0]?.url ?? ''}?download`, cookieOf(owner));
    expect(file.status).toBe(200);
    await file.body?.cancel();
  });

  it('let an administrator in from the approval to the end of the session', async () => {
    await close();
    const helper = openBrowser(test);
    const { id } = accountIn(await helper.signUp('Hanna'));
    expect((await ask('/', cookieOf(helper))).status).toBe(503);
    await owner.call('PUT', `/api/admin/accounts/${id}/role`, { role: 'administrator' });
    expect((await ask('/', cookieOf(helper))).status).toBe(200);
    const cookie = cookieOf(helper);
    await helper.call('POST', '/api/auth/sign-out');
    expect((await ask('/', cookie)).status).toBe(503);
  });

  it('get their own page before maintenance too, which no shared cache may store', async () => {
    const [visitor, signedIn] = [await ask('/'), await ask('/', cookieOf(owner))];
    expect([await visitor.text(), await signedIn.text()]).toEqual(['open', 'open bypassing']);
    expect(visitor.headers.get('etag')).not.toBe(signedIn.headers.get('etag'));
    for (const { headers } of [visitor, signedIn])
      expect(headers.get('vary')).toBe('accept-encoding, cookie');
    const etag = signedIn.headers.get('etag') ?? '';
    expect((await ask('/', { ...cookieOf(owner), 'if-none-match': etag })).status).toBe(304);
    expect((await ask('/', { 'if-none-match': etag })).status).toBe(200);
  });

  it("can call the panel's API, and anybody can sign in", async () => {
    await close();
    expect((await owner.call('GET', '/api/admin/accounts')).status).toBe(200);
    expect((await owner.call('GET', '/admin/general')).status).toBe(200);
    const again = openBrowser(test);
    expect((await again.call('GET', '/admin/login')).status).toBe(200);
    expect((await again.signIn('Olga')).status).toBe(200);
  });
});
