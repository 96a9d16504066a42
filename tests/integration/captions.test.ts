import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CaptionFile, type Post, postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { createUnlimitedEngineRegistry } from '../lenient-engine-limits.ts';
import type { MediaFault } from '../mock-platforms/fault.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import type { MockPost } from '../mock-platforms/post.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const postNamed = (name: string): MockPost => {
  const post = mockPosts.find((one) => one.name === name);
  if (post === undefined) throw new Error(`the mock platforms have no ${name}`);
  return post;
};
const CAPTIONED = postNamed('tiktok video with captions');
const LINK = CAPTIONED.links[0];
const [SPOKEN, AUTHOR] = CAPTIONED.captions ?? [];
if (SPOKEN === undefined || AUTHOR === undefined) throw new Error('no captions');
const BADLY_CAPTIONED = postNamed('tiktok video with unusable captions');

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin: string;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());

const startApp = async (): Promise<void> => {
  test = await createTestApp({ UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native' }, undefined, {
    engineHealth: createUnlimitedEngineRegistry(),
  });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
};
/** A new app for each test: the previous one has the post in its cache. */
const closeApp = async (): Promise<void> => {
  mockPlatforms.resetFaults();
  await test.app.close();
};

const previewOf = async (link: string): Promise<Post> => {
  const response = await fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: link }),
  });
  return postSchema.parse(await response.json());
};
const describeFile = ({ language, origin: from, size }: CaptionFile) => [language, from, size];
const captionsIn = (post: Post, language = 'en-US'): CaptionFile => {
  const found = post.captions?.find((file) => file.language === language);
  if (found === undefined) throw new Error(`no captions in ${language}`);
  return found;
};
const get = (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, init);
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const firstVideo = (post: Post): string => post.qualities[0]?.url ?? '';

describe('captions of a TikTok video', () => {
  beforeAll(startApp);
  afterEach(() => mockPlatforms.resetFaults());
  afterAll(closeApp);

  it('are listed with language, origin, size and file name', async () => {
    const { captions = [], qualities } = await previewOf(LINK);
    const sizes = (CAPTIONED.captions ?? []).map(({ file }) => file.body.size);
    expect(captions.map(describeFile)).toEqual([
      ['en-US', 'spoken', sizes[0]],
      ['pt-BR', 'author', sizes[1]],
      ['de-DE', 'translated', sizes[2]],
      ['es-ES', 'translated', sizes[3]],
    ]);
    const date = new Date().toISOString().slice(0, 10);
    expect(captions.map(({ filename }) => filename)).toEqual(
      ['en-US_spoken', 'pt-BR_author', 'de-DE_translated', 'es-ES_translated'].map(
        (suffix) => `tiktok_captions_${CAPTIONED.id}_${suffix}_${date}.vtt`,
      ),
    );
    expect(qualities.map(({ extension }) => extension)).toEqual(['mp4', 'mp3']);
  });

  it('are absent from a post that has none', async () => {
    expect(await previewOf(postNamed('tiktok video').links[0])).not.toHaveProperty('captions');
    expect(await previewOf(postNamed('tiktok pictures').links[0])).not.toHaveProperty('captions');
  });

  it('cost one request for each file, and none for a file that both lists name', async () => {
    mockPlatforms.clearRequests();
    await closeApp();
    await startApp();
    await previewOf(LINK);
    const asked = mockPlatforms.requests.filter(({ path }) => path.startsWith('/captions/'));
    expect(asked.length).toBe(4);
    expect(asked.every(({ headers }) => headers['range'] === 'bytes=0-4095')).toBe(true);
  });

  it('are sent byte for byte, as an attachment that no browser runs', async () => {
    const post = await previewOf(LINK);
    for (const [index, { file }] of (CAPTIONED.captions ?? []).entries()) {
      const captions = post.captions?.[index];
      for (const query of ['', '?download']) {
        const response = await get(`${captions?.url}${query}`);
        expect(response.status).toBe(200);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'text/vtt',
          'content-disposition': `attachment; filename=${captions?.filename}`,
          'content-length': String(file.body.size),
          'x-content-type-options': 'nosniff',
          'accept-ranges': 'none',
          'content-security-policy': "sandbox; default-src 'none'",
        });
        expect((await bytesOf(response)).equals(file.body.bytes())).toBe(true);
      }
    }
  });

  it('are sent whole, whatever part is requested', async () => {
    const { url } = captionsIn(await previewOf(LINK));
    for (const range of ['bytes=10-19', 'bytes=100-', 'bytes=-5', 'bytes=999999-']) {
      const response = await get(url, { headers: { range } });
      expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
      expect((await bytesOf(response)).equals(SPOKEN.file.body.bytes())).toBe(true);
    }
  });

  it('are described by HEAD', async () => {
    const { url, filename } = captionsIn(await previewOf(LINK));
    const { status, headers } = await get(url, { method: 'HEAD' });
    expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
      200,
      'text/vtt',
      String(SPOKEN.file.body.size),
    ]);
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${filename}`);
  });

  it.each([
    ['an error page', { kind: 'html' }],
    ['an error page under their type', { kind: 'html-as-video' }],
    ['a file that is cut off', { kind: 'cut', at: 600 }],
    ['a file of another size', { kind: 'length-too-large' }],
    ['compressed bytes', { kind: 'gzip' }],
  ] satisfies [string, MediaFault][])('are never sent as %s', async (_name, fault) => {
    const { url } = captionsIn(await previewOf(LINK));
    mockPlatforms.setMediaFault(SPOKEN.file.path, fault);
    const received = await get(url).then(
      async (response) => (response.ok ? bytesOf(response).catch(() => null) : response.status),
      () => null,
    );
    expect([null, 502]).toContain(received);
  });
});

describe('captions whose link has expired', () => {
  beforeAll(startApp);
  afterAll(closeApp);

  it('are found again in the post by language and origin', async () => {
    const post = await previewOf(LINK);
    mockPlatforms.expireLinks(LINK, 0);
    mockPlatforms.clearRequests();
    for (const { file, language } of CAPTIONED.captions ?? []) {
      const [tag] = Intl.getCanonicalLocales(language);
      const response = await get(`${captionsIn(post, tag).url}?download`);
      expect([response.status, (await bytesOf(response)).equals(file.body.bytes())]).toEqual([200, true]);
    }
    const readings = mockPlatforms.requests.filter(({ host }) => host === 'www.tiktok.com');
    expect(readings.length).toBe(1);
  });

  it('are gone if the post has them no more', async () => {
    const { url } = captionsIn(await previewOf(LINK));
    mockPlatforms.setMediaFault(SPOKEN.file.path, { kind: 'expired', status: 403, afterRefresh: 'never' });
    mockPlatforms.setPageFault(LINK, 'gone');
    const response = await get(url);
    expect([response.status, problemSchema.parse(await response.json()).code]).toEqual([
      410,
      'ticket_expired',
    ]);
  });
});

describe('captions that cannot be offered', () => {
  beforeAll(startApp);
  afterAll(closeApp);

  it('are left out, and the video stays', async () => {
    mockPlatforms.clearRequests();
    const post = await previewOf(BADLY_CAPTIONED.links[0]);
    expect(post).not.toHaveProperty('captions');
    const video = await bytesOf(await get(firstVideo(post)));
    expect(video.equals(mockPlatforms.bytesOf(BADLY_CAPTIONED.links[0]))).toBe(true);
    // The format and the host of an entry are checked before any request.
    const asked = mockPlatforms.requests.filter(({ path }) => path.startsWith('/captions/'));
    expect(asked.map(({ path }) => path.split('-')[1]).toSorted()).toEqual([
      'dan',
      'deu',
      'fra',
      'ita',
      'spa',
      'swe',
    ]);
    expect(mockPlatforms.requests.some(({ host }) => host === 'media.elsewhere.example')).toBe(false);
  });
});

describe('captions that cannot be checked', () => {
  it.each([
    ['an error page', { kind: 'probe-html' }],
    ['an error', { kind: 'probe-refused' }],
    ['no answer in time', { kind: 'probe-slow' }],
  ] satisfies [string, MediaFault][])('are left out: %s', async (_name, fault) => {
    await startApp();
    try {
      mockPlatforms.setMediaFault(SPOKEN.file.path, fault);
      const post = await previewOf(LINK);
      expect(post.captions?.map(({ language }) => language)).toEqual(['pt-BR', 'de-DE', 'es-ES']);
      expect(post.qualities.map(({ unproven }) => unproven)).toEqual([undefined, undefined]);
    } finally {
      await closeApp();
    }
  });

  it('are offered without a size if the network states none', async () => {
    await startApp();
    try {
      mockPlatforms.setMediaFault(AUTHOR.file.path, { kind: 'probe-no-length' });
      const captions = captionsIn(await previewOf(LINK), 'pt-BR');
      expect(captions.size).toBeNull();
      expect((await bytesOf(await get(captions.url))).equals(AUTHOR.file.body.bytes())).toBe(true);
    } finally {
      await closeApp();
    }
  });
});
