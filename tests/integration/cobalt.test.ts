import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin = '';
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  test = await createTestApp({
    UPSTREAM_ROUTES: mockPlatforms.routes,
    ENGINES: 'cobalt',
    COBALT_URL: `${mockPlatforms.cobaltUrl}/`,
    COBALT_API_KEY: mockPlatforms.cobaltKey,
  });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await test.app.close();
  await mockPlatforms.close();
});
afterEach(() => mockPlatforms.resetFaults());

const linkOf = (name: string): string => mockPosts.find((post) => post.name === name)?.links[0] ?? '';
const FILM = linkOf('tiktok video');

const answerFor = (link: string) =>
  fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: link }),
  });
const previewOf = async (link: string): Promise<Post> =>
  postSchema.parse(await (await answerFor(link)).json());
const media = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers });

/** Returns the file that the instance serves for a post's first item: its best film that plays everywhere. */
const filmOf = (post: Post): Buffer => {
  const sizes = [0, 1, 2, 3].flatMap((rendition) => {
    try {
      return [mockPlatforms.bytesOf(post.url, 0, rendition)];
    } catch {
      return [];
    }
  });
  const found = sizes.find(({ length }) => length === post.qualities[0]?.size);
  if (found === undefined) throw new Error('no file of the promised size');
  return found;
};

describe('a preview through cobalt', () => {
  const shown = mockPosts.filter(
    ({ lacks, platform }) => lacks !== 'page' && TEST_PLATFORMS[platform].mock.cobalt !== null,
  );
  it.each(shown)('offers the $name with measured sizes', async (expected) => {
    const post = await previewOf(expected.links[0]);
    expect(post).toMatchObject({ platform: expected.platform, id: expected.id, engine: 'cobalt' });
    expect(post.items.map(({ kind }) => kind)).toEqual(expected.items.map(({ kind }) => kind));
    for (const item of post.items) {
      expect(item.qualities.map(({ sizeKnown }) => sizeKnown)).toEqual([true]);
      if (item.thumbnail !== null)
        expect((await media(item.thumbnail)).headers.get('content-type')).toMatch(/^image\//);
    }
  });

  it("reads the handle from a film's file name, and reports it as unknown where there is none", async () => {
    const told = mockPosts.find(({ name }) => name === 'tiktok video')?.username;
    expect((await previewOf(FILM)).username).toBe(told);
    expect((await previewOf(linkOf('instagram reel'))).username).toBe('unknown');
  });

  it('calls the instance at the configured address, and shows the browser neither that address nor the key', async () => {
    mockPlatforms.clearRequests();
    const answer = await answerFor(FILM);
    const text = await answer.text();
    const told = [text, test.log(), JSON.stringify([...answer.headers])].join('\n');
    for (const secret of [mockPlatforms.cobaltKey, mockPlatforms.cobaltUrl, 'cobalt.elsewhere', '/tunnel'])
      expect(told).not.toContain(secret);
    expect(mockPlatforms.requests.filter(({ host }) => host.includes('elsewhere'))).toEqual([]);
  });
});

describe("a file of the instance's tunnel", () => {
  it('is downloaded byte for byte', async () => {
    const post = await previewOf(FILM);
    const answer = await media(`${post.qualities[0]?.url ?? ''}?download`);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.bytes()).equals(filmOf(post))).toBe(true);
    expect(answer.headers.get('content-length')).toBe(String(post.qualities[0]?.size));
    expect(answer.headers.get('content-disposition')).toContain(post.qualities[0]?.filename);
  });

  it.each([
    ['bytes=100-199', 100, 200],
    ['bytes=500000-', 500_000, undefined],
    ['bytes=-300', -300, undefined],
  ])('is served in parts: %s', async (range, start, end) => {
    const post = await previewOf(FILM);
    const whole = filmOf(post);
    const answer = await media(post.qualities[0]?.url ?? '', { range });
    const part = whole.subarray(start, end);
    const first = start < 0 ? whole.length + start : start;
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(
      `bytes ${first}-${first + part.length - 1}/${whole.length}`,
    );
    expect(Buffer.from(await answer.bytes()).equals(part)).toBe(true);
  });

  it('is served whole for a conditional request, because the tunnel has no validators', async () => {
    const post = await previewOf(FILM);
    const headers = { range: 'bytes=100-199', 'if-range': '"some-tag"' };
    const answer = await media(post.qualities[0]?.url ?? '', headers);
    expect([answer.status, (await answer.bytes()).length]).toEqual([200, post.qualities[0]?.size]);
  });

  it('fails when the parts are not those requested', async () => {
    const post = await previewOf(FILM);
    mockPlatforms.setCobaltFault('tunnel-shifted');
    const answer = await media(post.qualities[0]?.url ?? '', { range: 'bytes=100-199' });
    expect([answer.status, problemSchema.parse(await answer.json()).code]).toEqual([502, 'media_failed']);
  });

  it('has no link a browser could open by itself', async () => {
    const post = await previewOf(FILM);
    const answer = await fetch(`${origin}${post.qualities[0]?.url ?? ''}?redirect`, { redirect: 'manual' });
    expect([answer.status, problemSchema.parse(await answer.json()).code]).toEqual([
      404,
      'redirect_unavailable',
    ]);
  });

  it('no longer counts as expired once a new one is issued: the post is read again', async () => {
    const post = await previewOf(FILM);
    mockPlatforms.setCobaltFault('tunnel-expired');
    const dead = await media(`${post.qualities[0]?.url ?? ''}?download`);
    expect([dead.status, problemSchema.parse(await dead.json()).code]).toEqual([410, 'ticket_expired']);
    mockPlatforms.setCobaltFault(null);
    const again = await previewOf(FILM);
    const alive = await media(`${again.qualities[0]?.url ?? ''}?download`);
    expect(Buffer.from(await alive.bytes()).equals(filmOf(again))).toBe(true);
  });
});
