import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema, type Quality } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { siteSchema } from '#shared/contract/site.ts';
import { createTicketSealer } from '../../src/server/media/tickets/ticket-sealer.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { createTestApp, TEST_SECRET, type TestApp } from './test-app.ts';
import { ticketFor } from './tunnel-front.ts';

const linkOf = (wanted: string): string => {
  const post = mockPosts.find(({ name }) => name === wanted);
  if (post === undefined) throw new Error(`no post ${wanted}`);
  return post.links[0];
};
const REEL = linkOf('instagram reel');
/** TikTok's delivery network wants cookies and a Referer. */
const TIKTOK = linkOf('tiktok video');

let mockPlatforms: MockPlatforms;
let direct: TestApp;
let tunnel: TestApp;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  const environment = { ENGINES: 'native,sample', UPSTREAM_ROUTES: mockPlatforms.routes };
  [direct, tunnel] = await Promise.all([
    createTestApp({ ...environment, DELIVERY: 'direct', MEDIA_HOSTS: 'files.example' }),
    createTestApp(environment),
  ]);
});
afterAll(() => Promise.all([direct.app.close(), tunnel.app.close(), mockPlatforms.close()]));

const HOST = { host: 'localhost:3000' };
const postOf = async ({ app }: TestApp, url: string): Promise<Post> => {
  const answer = await app.inject({ method: 'POST', url: '/api/preview', payload: { url }, headers: HOST });
  return postSchema.parse(answer.json());
};
const firstOf = async (test: TestApp, url: string): Promise<Quality> => {
  const [quality] = (await postOf(test, url)).qualities;
  if (quality === undefined) throw new Error('no quality');
  return quality;
};
const ask = ({ app }: TestApp, url: string, method: 'GET' | 'HEAD' = 'GET', headers = {}) =>
  app.inject({ method, url, headers: { ...HOST, ...headers } });

/** Media link to an invented address. */
const linkTo = (url: string, over: Parameters<typeof ticketFor>[0] = {}): string => {
  const tickets = createTicketSealer({ secret: TEST_SECRET });
  const source = { kind: 'upstream', url, headers: {} } as const;
  return `/api/media/${tickets.seal(ticketFor({ source, ...over }))}`;
};
const CDN = 'https://scontent.cdninstagram.com/clip.mp4?oh=1';

describe('DELIVERY=direct', () => {
  it('is stated in the public settings', async () => {
    const stated = async (test: TestApp) => siteSchema.parse((await ask(test, '/api/site')).json()).delivery;
    expect([await stated(direct), await stated(tunnel)]).toEqual(['direct', 'tunnel']);
  });

  it('marks each file as one that the platform sends itself or not, and none without it', async () => {
    const marks = async (test: TestApp, url: string) =>
      new Set((await postOf(test, url)).items.flatMap(({ qualities }) => qualities.map((one) => one.direct)));
    expect(await marks(direct, REEL)).toEqual(new Set([true]));
    // TikTok sends its sounds to anyone.
    const { qualities } = await postOf(direct, TIKTOK);
    expect(qualities.map(({ extension, direct: mark }) => [extension, mark])).toEqual(
      qualities.map(({ extension }) => [extension, extension !== 'mp4']),
    );
    expect(await marks(direct, '/?sample=clip')).toEqual(new Set([false]));
    expect(await marks(tunnel, REEL)).toEqual(new Set([undefined]));
  });

  it.each(['GET', 'HEAD'] as const)(
    'redirects a file to save, uncached and without a referrer: %s',
    async (method) => {
      const { url } = await firstOf(direct, REEL);
      const answer = await ask(direct, `${url}?download`, method);
      expect(answer.statusCode).toBe(302);
      const target = new URL(String(answer.headers.location));
      expect(target.protocol).toBe('https:');
      expect(target.hostname).toMatch(/\.cdninstagram\.com$/u);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      expect(answer.body).toBe('');
    },
  );

  it('sends it itself as a preview, on request, and without direct delivery', async () => {
    const { url } = await firstOf(direct, REEL);
    for (const path of [url, `${url}?download&tunnel`, `${url}?download=next&tunnel`]) {
      const answer = await ask(direct, path);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'video/mp4']);
    }
    const other = await firstOf(tunnel, REEL);
    const answer = await ask(tunnel, `${other.url}?download`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`filename=${other.filename}`);
  });

  it('sends itself what needs cookies, under its name', async () => {
    const { url, filename } = await firstOf(direct, TIKTOK);
    const answer = await ask(direct, `${url}?download`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`filename=${filename}`);
    const redirect = await ask(direct, `${url}?redirect`);
    expect(problemSchema.parse(redirect.json()).code).toBe('redirect_unavailable');
  });

  it('redirects to the delivery networks of the platforms only', async () => {
    expect((await ask(direct, `${linkTo(CDN)}?download`)).statusCode).toBe(302);
    for (const address of [
      'https://evil.example/a.mp4',
      'https://scontent.cdninstagram.com.evil.example/a.mp4',
      'http://scontent.cdninstagram.com/a.mp4',
      'https://user:pass@scontent.cdninstagram.com/a.mp4',
      'https://scontent.cdninstagram.com:8443/a.mp4',
      'https://127.0.0.1/a.mp4',
      'https://www.instagram.com/p/x/',
      'javascript:alert(1)',
    ]) {
      const answer = await ask(direct, `${linkTo(address)}?download`);
      expect([address, answer.statusCode >= 400, answer.headers.location]).toEqual([
        address,
        true,
        undefined,
      ]);
      expect((await ask(direct, `${linkTo(address)}?redirect`)).statusCode).toBe(404);
    }
  });

  it("streams files of the owner's further hosts, which the page may still try directly when that fails", async () => {
    const link = linkTo('https://files.example/a.mp4');
    expect((await ask(direct, `${link}?download`)).headers.location).toBeUndefined();
    expect((await ask(direct, `${link}?redirect`)).headers.location).toBe('https://files.example/a.mp4');
  });

  it.each([
    ['a thumbnail', { purpose: 'thumbnail', mediaKind: 'photo' }],
    ['captions', { mediaKind: 'captions', mime: 'text/vtt' }],
    ['a file that needs a cookie', { source: { kind: 'upstream', url: CDN, headers: { cookie: 'a=1' } } }],
    [
      'a file that needs a Referer',
      { source: { kind: 'upstream', url: CDN, headers: { referer: 'https://x/' } } },
    ],
    [
      "a file of the owner's cobalt instance",
      { source: { kind: 'upstream', url: CDN, headers: {}, via: 'cobalt' } },
    ],
  ] as const)('never redirects %s', async (_name, over) => {
    const answer = await ask(direct, `${linkTo(CDN, over)}?download`);
    expect(answer.headers.location).toBeUndefined();
  });

  it('refuses what it refuses otherwise: a forged or expired link, and other sites that embed one', async () => {
    expect((await ask(direct, '/api/media/forged?download')).statusCode).toBe(404);
    const old = createTicketSealer({ secret: TEST_SECRET, now: () => Date.now() - 7 * 3_600_000 });
    const source = { kind: 'upstream', url: CDN, headers: {} } as const;
    const expired = `/api/media/${old.seal(ticketFor({ source }))}`;
    expect((await ask(direct, `${expired}?download`)).statusCode).toBe(410);
    const embedded = await ask(direct, `${linkTo(CDN)}?download`, 'GET', { 'sec-fetch-site': 'cross-site' });
    expect([embedded.statusCode, embedded.headers.location]).toEqual([403, undefined]);
  });

  it('redirects nothing during maintenance', async () => {
    const { url } = await firstOf(direct, REEL);
    await direct.settings.change({ maintenance: true });
    // The last two pass where this server sends the file: they continue a download.
    for (const [flag, headers] of [
      ['download', {}],
      ['redirect', {}],
      ['download=next', {}],
      ['redirect', { range: 'bytes=5-' }],
    ] as const) {
      const answer = await ask(direct, `${url}?${flag}`, 'GET', headers);
      expect([flag, answer.statusCode, answer.headers.location]).toEqual([flag, 503, undefined]);
    }
    await direct.settings.change({ maintenance: false });
    expect(direct.log()).not.toContain('already sent');
  });

  it('logs no address and no link', async () => {
    const { url } = await firstOf(direct, REEL);
    const { location } = (await ask(direct, `${url}?download`)).headers;
    const path = new URL(String(location)).pathname;
    const logged = direct.log();
    expect(logged.length).toBeGreaterThan(100);
    for (const secret of [path, url.slice('/api/media/'.length), 'cdninstagram'])
      expect(logged).not.toContain(secret);
  });
});
