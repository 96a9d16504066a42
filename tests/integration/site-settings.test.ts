import { once } from 'node:events';
import http from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Site, type SiteSetting, siteSchema } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { LIVE_FULL_RETRY_SECONDS, LIVE_HEARTBEAT_MS } from '../../src/server/site/live/live-limits.ts';
import { createPageCache } from '../../src/server/site/pages/page-cache.ts';
import { NO_ASSETS } from './no-assets.ts';
import { BUILT_AT, createTestApp, type TestApp } from './test-app.ts';

const STREAMS_MAX = vi.hoisted(() => 3);
vi.mock('../../src/server/site/live/live-limits.ts', async (original) => ({
  ...(await original<typeof import('../../src/server/site/live/live-limits.ts')>()),
  LIVE_STREAMS_MAX: STREAMS_MAX,
}));
/** Far below the two minutes a stop may take, far above what it takes on a busy machine. */
const PROMPT_MS = 5_000;

let test: TestApp;
let origin: string;
let rendered: number[];
let clients: http.Agent;

beforeEach(async () => {
  // Only the heartbeat uses the fake timer; everything else runs in real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  rendered = [];
  clients = new http.Agent({ keepAlive: true });
  test = await createTestApp({ CONTACT_EMAIL: 'owner@savelet.test' }, (settings) =>
    createPageCache(
      ({ site }) => {
        rendered.push(site.revision);
        return `page of ${site.title}`;
      },
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
afterEach(async () => {
  clients.destroy();
  await test.app.close();
  vi.useRealTimers();
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  test.app.inject({ method, url, headers: { host: 'localhost', ...headers } });

interface Stream {
  readonly response: http.IncomingMessage;
  /** Returns everything received so far. */
  received(): string;
  /** Returns the names of the events so far, each with its revision. */
  events(): string[];
  leave(): void;
}

const openStream = async (): Promise<Stream> => {
  const request = http.get(`${origin}/api/live`, { agent: clients });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  response.on('error', () => undefined);
  const stream: Stream = {
    response,
    received: () => text,
    events: () =>
      [...text.matchAll(/event: (\w+)\ndata: \{"revision":(\d+)\}\n\n/g)].map(
        ([, name, revision]) => `${name} ${revision}`,
      ),
    leave: () => request.destroy(),
  };
  if (response.statusCode === 200) await expect.poll(stream.events).toHaveLength(1);
  return stream;
};

describe('GET /api/site', () => {
  it('returns the public settings as the contract defines them', async () => {
    const answer = await get('/api/site');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const site: Site = siteSchema.parse(answer.json());
    expect(answer.json()).toEqual(site);
    expect(site).toMatchObject({
      revision: 0,
      updatedAt: BUILT_AT.toISOString(),
      contactEmail: 'owner@savelet.test',
      samples: true,
      readsStories: false,
    });
  });

  it('returns 304 for a cached copy until a setting changes', async () => {
    const etag = String((await get('/api/site')).headers['etag']);
    const copy = await get('/api/site', { 'if-none-match': `W/${etag}` });
    expect([copy.statusCode, copy.body, copy.headers['etag']]).toEqual([304, '', etag]);
    await test.settings.change({ title: 'Other' });
    const changed = await get('/api/site', { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toMatchObject({ revision: 1, title: 'Other' });
    expect(changed.headers['etag']).not.toBe(etag);
  });

  it('has another ETag where the same revision has other content', async () => {
    const other = await createTestApp();
    const answer = await other.app.inject({ url: '/api/site', headers: { host: 'localhost' } });
    expect(answer.json()).toMatchObject({ revision: 0 });
    expect(answer.headers['etag']).not.toBe((await get('/api/site')).headers['etag']);
    await other.app.close();
  });

  it("is read-only, and only for the site's own host", async () => {
    const written = await get('/api/site', {}, 'POST');
    expect([written.statusCode, written.headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect((await get('/api/site', { host: 'evil.example' })).statusCode).toBe(421);
  });
});

describe('GET /api/live', () => {
  it('is a stream that proxies do not buffer, with the headers of every response', async () => {
    const { response, received: heard } = await openStream();
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // A kept-alive connection would delay a stop that came just before the end of the stream.
      connection: 'close',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    });
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(heard()).toMatch(
      /^retry: \d+\nevent: siteRevision\ndata: {"revision":0}\n\nevent: siteAbilities\ndata: {"samples":true,"readsStories":false}\n\n$/,
    );
  });

  it('announces each changed setting once, to every stream, with its window event', async () => {
    const streams = [await openStream(), await openStream()];
    const changes = {
      title: 'Other',
      logo: 'data:image/png;base64,AAAA',
      socialLinks: [
        {
          id: 1,
          platform: 'reddit',
          name: 'Reddit',
          icon: 'reddit',
          color: '#ff4400',
          url: 'https://www.reddit.com/',
        },
      ],
      maintenance: true,
      content: '<p>Hello</p>',
      navbar: { ...SITE_SETTINGS.navbar.default, sticky: false },
      contactEmail: 'other@savelet.test',
      filenameTemplate: '{user}_{id}',
      madeFiles: false,
    } satisfies Pick<Site, SiteSetting>;
    const settings = Object.keys(SITE_SETTINGS) as SiteSetting[];
    for (const setting of settings) await test.settings.change({ [setting]: changes[setting] });
    // These values do not differ any more.
    await test.settings.change(changes);
    await test.settings.change({ title: 'Last', maintenance: false });
    const last = settings.length + 1;
    const expected = [
      'siteRevision 0',
      ...settings.map((setting, at) => `${SITE_SETTINGS[setting].event} ${String(at + 1)}`),
      `websiteTitleChanged ${last}`,
      `maintenanceModeChanged ${last}`,
    ];
    for (const stream of streams) await expect.poll(stream.events).toEqual(expected);
    expect((await openStream()).events()).toEqual([`siteRevision ${last}`]);
  });

  it('sends a heartbeat when nothing happens', async () => {
    const stream = await openStream();
    vi.advanceTimersByTime(LIVE_HEARTBEAT_MS);
    await expect.poll(stream.received).toMatch(/\n\n:\n\n$/);
    expect(stream.events()).toHaveLength(1);
  });

  it('rejects one stream too many with Retry-After, and accepts another when one has left', async () => {
    const [first] = [await openStream(), await openStream(), await openStream()];
    const { response } = await openStream();
    expect([response.statusCode, response.headers['retry-after'], response.headers['content-type']]).toEqual([
      503,
      String(LIVE_FULL_RETRY_SECONDS),
      'application/problem+json; charset=utf-8',
    ]);
    first?.leave();
    await expect.poll(async () => (await openStream()).response.statusCode).toBe(200);
  });

  it('opens no stream for HEAD, another method or another host', async () => {
    for (let count = 0; count <= STREAMS_MAX; count += 1) {
      const head = await get('/api/live', {}, 'HEAD');
      expect([head.statusCode, head.headers['allow']]).toEqual([405, 'GET']);
      expect((await get('/api/live', {}, 'POST')).statusCode).toBe(405);
      expect((await get('/api/live', { host: 'evil.example' })).statusCode).toBe(421);
    }
    expect((await openStream()).response.statusCode).toBe(200);
  });

  it('ends promptly when the server closes, whatever its readers do', async () => {
    const reading = await openStream();
    const ended = once(reading.response, 'end');
    const idle = await openStream();
    idle.response.pause();
    // An idle kept-alive connection.
    await once(
      (await once(http.get(`${origin}/healthz`, { agent: clients }), 'response'))[0].resume(),
      'end',
    );
    const start = performance.now();
    await test.app.close();
    await ended;
    expect(performance.now() - start).toBeLessThan(PROMPT_MS);
    expect(reading.response.complete).toBe(true);
  });
});

describe('the page', () => {
  it('is rendered again after a change, and only then', async () => {
    for (let count = 0; count < 3; count += 1) expect((await get('/')).body).toBe('page of Savelet');
    await test.settings.change({ title: 'Savelet' });
    await get('/');
    expect(rendered).toEqual([0]);
    await test.settings.change({ title: 'Other' });
    const pages = await Promise.all(Array.from({ length: 5 }, () => get('/')));
    expect(pages.map(({ body }) => body)).toEqual(Array.from({ length: 5 }, () => 'page of Other'));
    expect(rendered).toEqual([0, 1]);
  });

  it("is no longer valid in the browser's cache after a change", async () => {
    const etag = String((await get('/')).headers['etag']);
    expect((await get('/', { 'if-none-match': etag })).statusCode).toBe(304);
    await test.settings.change({ title: 'Other' });
    expect((await get('/', { 'if-none-match': etag })).statusCode).toBe(200);
  });
});
