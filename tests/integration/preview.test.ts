import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { faultLink, mockFaults, mockShortLinks } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let mockPlatforms: MockPlatforms;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Starts the app with one engine, and returns the calls a browser would make. */
const appWith = async (environment: Record<string, string>) => {
  const test: TestApp = await createTestApp({ UPSTREAM_ROUTES: mockPlatforms.routes, ...environment });
  const origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const preview = (url: string) =>
    fetch(`${origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
  const previewOf = async (url: string): Promise<Post> => postSchema.parse(await (await preview(url)).json());
  const media = (path: string) => fetch(`${origin}${path}`);
  return { ...test, preview, previewOf, media };
};
type App = Awaited<ReturnType<typeof appWith>>;

describe.each([
  ['native', 'page', () => ({ ENGINES: 'native' })],
  [
    'provider',
    'provided',
    () => ({
      ENGINES: 'provider',
      PROVIDER_HOST: mockPlatforms.providerHost,
      PROVIDER_API_KEY: mockPlatforms.providerKey,
    }),
  ],
] as const)('a preview through %s', (engine, from, environment) => {
  let app: App;
  beforeAll(async () => {
    app = await appWith(environment());
  });
  afterAll(() => app.app.close());

  // A provider's flat list does not show which entries of a mixed set belong together.
  const posts = mockPosts.filter((post) => engine === 'native' || post.kind !== 'mixed');
  it.each(posts)('offers the $name with measured sizes, best first', async (expected) => {
    const post = await app.previewOf(expected.links[0]);
    expect(post).toMatchObject({
      platform: expected.platform,
      id: expected.id,
      engine,
      username: expected.username,
    });
    expect(post.caption).toBe(expected.caption);
    expect(post.items.map(({ kind }) => kind)).toEqual(expected.items.map(({ kind }) => kind));
    expect(post.qualities).toEqual(post.items[0]?.qualities);
    for (const [index, item] of post.items.entries()) {
      const best = mockPlatforms.bytesOf(expected.links[0], index, 0, from);
      expect(item.qualities.every(({ sizeKnown }) => sizeKnown)).toBe(true);
      expect(item.qualities[0]?.size).toBe(best.length);
      expect(new Set(item.qualities.map(({ label }) => label)).size).toBe(item.qualities.length);
      if (item.thumbnail !== null)
        expect((await app.media(item.thumbnail)).headers.get('content-type')).toMatch(/^image\//);
    }
  });

  it.each(PLATFORM_IDS)('serves exactly the bytes of the delivery network of %s', async (platform) => {
    const link = posts.find((post) => post.platform === platform)?.links[0] ?? '';
    const post = await app.previewOf(link);
    const answer = await app.media(`${post.qualities[0]?.url ?? ''}?download`);
    expect(sha256(await answer.bytes())).toBe(sha256(mockPlatforms.bytesOf(link, 0, 0, from)));
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename=${JSON.stringify(post.qualities[0]?.filename).slice(1, -1)}`,
    );
  });
});

describe('the preview', () => {
  let app: App;
  beforeAll(async () => {
    app = await appWith({ ENGINES: 'native' });
  });
  afterAll(() => app.app.close());

  it.each(mockShortLinks)('resolves $link to its post', async ({ link, post }) => {
    expect((await app.previewOf(link)).id).toBe(post.id);
  });

  it("keeps the picture of a set that each visitor's own link points at", async () => {
    const plain = await app.previewOf('https://www.instagram.com/p/DMocksFive1/');
    const third = await app.previewOf('https://www.instagram.com/p/DMocksFive1/?img_index=3&igsh=x');
    expect([plain.url, third.url]).toEqual([
      'https://www.instagram.com/p/DMocksFive1/',
      'https://www.instagram.com/p/DMocksFive1/?img_index=3',
    ]);
  });

  it('gives equal requests the same links, and seals new ones for another link', async () => {
    const first = await app.previewOf('https://www.instagram.com/p/DMocksFive1/');
    expect(await app.previewOf('https://www.instagram.com/p/DMocksFive1/')).toEqual(first);
    const third = await app.previewOf('https://www.instagram.com/p/DMocksFive1/?img_index=3');
    expect(third.qualities[0]?.url).not.toBe(first.qualities[0]?.url);
  });

  it('reads a post again when its delivery links have expired, without the downloader noticing', async () => {
    const link = faultLink('media-expired-then-working');
    const { qualities } = await app.previewOf(link);
    const alive = await app.media(`${qualities[0]?.url ?? ''}?download`);
    expect(sha256(await alive.bytes())).toBe(sha256(mockPlatforms.bytesOf(link)));
    expect(alive.headers.get('x-frame-options')).toBe('DENY');
  });

  it('never serves an expired link from the cache twice', async () => {
    const link = faultLink('media-expired');
    const seen = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      mockPlatforms.clearRequests();
      const { qualities } = await app.previewOf(link);
      const dead = await app.media(`${qualities[0]?.url ?? ''}?download`);
      expect([dead.status, problemSchema.parse(await dead.json()).code]).toEqual([410, 'ticket_expired']);
      const films = mockPlatforms.requests.filter(
        ({ path, headers }) => path.includes('.mp4') && headers['range'] === undefined,
      );
      for (const { path } of films) {
        expect(seen.has(path)).toBe(round > 0 && path === films[0]?.path);
        seen.add(path);
      }
    }
  });

  it('shows no upstream address, cookie or header to the browser', async () => {
    const answer = await app.preview('https://www.tiktok.com/@mock.user/video/7400000000000000001');
    expect(await answer.text()).not.toMatch(/tiktokcdn|webapp-prime|tt_chain_token|cookie/i);
  });
});

describe('the chain', () => {
  it('calls the next engine when the provider fails', async () => {
    const app = await appWith({
      ENGINES: 'provider,native',
      PROVIDER_HOST: mockPlatforms.providerHost,
      PROVIDER_API_KEY: 'unknown-key',
    });
    expect((await app.previewOf('https://www.instagram.com/reel/DMocksReel1/')).engine).toBe('native');
    await app.app.close();
  });

  it('reports that no engine is configured when none supports the link', async () => {
    const app = await appWith({ ENGINES: 'yt-dlp,sample' });
    expect(await (await app.preview('https://www.instagram.com/reel/DMocksReel1/')).json()).toMatchObject({
      status: 502,
      code: 'failed',
      detail: 'Failed to fetch video: no way to fetch posts is set up and switched on at this server.',
    });
    await app.app.close();
  });

  it('never requests a loopback or foreign address, whatever a redirect says', async () => {
    const app = await appWith({ ENGINES: 'native' });
    const trapped = () =>
      mockPlatforms.requests.filter(
        ({ path, host }) => path.startsWith('/trap') || host.includes('elsewhere'),
      );
    const faults = mockFaults.filter(({ name }) =>
      /^(?:media-redirect|short)-(?:loopback|foreign)$/.test(name),
    );
    const withShortLinks = PLATFORM_IDS.filter((id) => TEST_PLATFORMS[id].mock.shortLinks !== null);
    expect(faults).toHaveLength(2 * PLATFORM_IDS.length + 2 * withShortLinks.length);
    for (const { link, post: faulty } of faults) {
      mockPlatforms.clearRequests();
      const post = postSchema.safeParse(await (await app.preview(link)).json());
      const file = post.data?.items[0]?.qualities[0];
      if (file !== undefined) expect((await app.media(`${file.url}?download`)).ok).toBe(false);
      const redirecting = faulty?.items[0]?.renditions[0]?.path ?? new URL(link).pathname;
      expect(mockPlatforms.requests.some(({ path }) => path.startsWith(redirecting))).toBe(true);
      expect(trapped()).toEqual([]);
    }
    await app.app.close();
  });
});
