import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { type Status, statusReportSchema, statusSchema } from '#shared/contract/status.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { faultLink, mockShortLinks } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const UNKNOWN = { state: 'unknown', medianMs: null, lastSeen: null };
const GOOD = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin = '';
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());
beforeEach(async () => {
  test = await createTestApp({ ENGINES: 'native,sample', UPSTREAM_ROUTES: mockPlatforms.routes });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => test.app.close());

const status = async (): Promise<Status> =>
  statusSchema.parse(await (await fetch(`${origin}/api/status`)).json());

const preview = (url: string): Promise<Response> =>
  fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });

const previewOf = async (url: string): Promise<Post> => postSchema.parse(await (await preview(url)).json());

/** Fetches the first file of a post to its end, or to where it breaks off. */
const download = async (url: string): Promise<void> => {
  const post = await previewOf(url);
  const answer = await fetch(`${origin}${post.qualities[0]?.url ?? ''}?download`);
  await answer.bytes().catch(() => null);
};

describe('GET /api/status', () => {
  it('reports a fresh server as unknown, in a response that is not cached', async () => {
    expect(await status()).toEqual({
      previews: byPlatform(() => UNKNOWN),
      downloads: UNKNOWN,
      engines: [],
    });
    expect((await fetch(`${origin}/api/status`)).headers.get('cache-control')).toBe('no-store');
  });

  it('reports working previews after a success, for that platform and engine', async () => {
    await previewOf(GOOD);
    const { previews, engines, downloads } = await status();
    expect(previews.tiktok).toMatchObject({ state: 'working' });
    expect(previews.tiktok.medianMs).toBeGreaterThanOrEqual(engines[0]?.medianMs ?? Number.NaN);
    expect(engines).toMatchObject([{ engine: 'native', platform: 'tiktok', state: 'working' }]);
    expect(Math.abs(Date.parse(previews.tiktok.lastSeen ?? '') - Date.now())).toBeLessThan(60_000);
    expect([previews.instagram, downloads]).toEqual([UNKNOWN, UNKNOWN]);
  });

  it('does not count a cached response', async () => {
    await previewOf(GOOD);
    const before = await status();
    // A time recorded again would differ by now.
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(before.previews.tiktok.lastSeen ?? ''));
    await previewOf(GOOD);
    expect(await status()).toEqual(before);
  });

  it('counts the post that a short link leads to once', async () => {
    const [short] = mockShortLinks;
    await previewOf(short?.link ?? '');
    const { previews } = await status();
    expect(previews[short?.post.platform ?? 'tiktok'].state).toBe('working');
  });

  it('reports failing previews when the platform refuses', async () => {
    await preview(faultLink('page-server-error', 'instagram'));
    expect((await status()).previews.instagram.state).toBe('unknown');
    await preview(faultLink('page-limited', 'instagram'));
    const { previews, engines } = await status();
    expect(previews).toMatchObject({ instagram: { state: 'failing', medianMs: null }, tiktok: UNKNOWN });
    expect(engines).toMatchObject([{ engine: 'native', platform: 'instagram', state: 'failing' }]);
    const { causes } = statusReportSchema.parse(await (await fetch(`${origin}/api/status`)).json());
    expect(causes).toEqual({ instagram: 'limited', tiktok: null });
  });

  it('does not count private and deleted posts and bad links as failures', async () => {
    for (const name of ['page-private', 'page-gone'] as const) await preview(faultLink(name, 'tiktok'));
    await preview('https://example.org/video/1');
    const { previews } = await status();
    expect(previews).toMatchObject({ tiktok: { state: 'working', medianMs: null }, instagram: UNKNOWN });
  });

  it('counts no sample, neither its preview nor its file', async () => {
    await download('/?sample=clip');
    expect(await status()).toMatchObject({ downloads: UNKNOWN, engines: [], previews: { tiktok: UNKNOWN } });
  });

  it('reports the state of downloads, without thumbnails and files played in the preview', async () => {
    const [post] = mockPosts.filter(({ platform }) => platform === 'instagram');
    const { thumbnail, qualities } = await previewOf(post?.links[0] ?? '');
    await (await fetch(`${origin}${thumbnail ?? ''}`)).bytes();
    await (await fetch(`${origin}${qualities[0]?.url ?? ''}`)).bytes();
    expect((await status()).downloads).toEqual(UNKNOWN);
    await download(post?.links[0] ?? '');
    await expect.poll(async () => (await status()).downloads.state).toBe('working');
    for (let count = 0; count < 2; count += 1) await download(faultLink('media-cut', 'instagram'));
    await expect.poll(async () => (await status()).downloads.state).toBe('failing');
  });

  it('does not count a visitor who leaves as a failure', async () => {
    const post = await previewOf(faultLink('media-drip', 'instagram'));
    for (let count = 0; count < 3; count += 1) {
      const left = new AbortController();
      const answer = await fetch(`${origin}${post.qualities[0]?.url ?? ''}`, { signal: left.signal });
      await answer.body?.getReader().read();
      left.abort();
    }
    await expect.poll(() => mockPlatforms.openExchanges()).toBe(0);
    expect((await status()).downloads).toEqual(UNKNOWN);
  });
});
