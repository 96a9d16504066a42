import { createHash, randomInt } from 'node:crypto';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { createUnlimitedEngineRegistry } from '../lenient-engine-limits.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { until } from './loopback-upstream.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Rounds of the tests that look for rare failures; the reliability run sets a higher number. */
const RUNS = Number(process.env['RELIABILITY_RUNS'] ?? 10);
const TOGETHER = 20;

const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
const FILM = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const SET = 'https://www.instagram.com/p/DMocksFive1/';

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin: string;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  test = await createTestApp({ UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native' }, undefined, {
    engineHealth: createUnlimitedEngineRegistry(),
  });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await test.app.close();
  await mockPlatforms.close();
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const ask = (link: string) =>
  fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: link }),
  });
const previewOf = async (link: string): Promise<Post> => postSchema.parse(await (await ask(link)).json());
const bestOf = (post: Post, item = 0) => {
  const best = post.items[item]?.qualities[0];
  if (best === undefined) throw new Error('no quality');
  return best;
};
const media = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${url}?download`, { headers });
const save = async (url: string, headers?: Record<string, string>): Promise<Buffer> =>
  Buffer.from(await (await media(url, headers)).arrayBuffer());
/**
 * Counts how often a post was read since the requests were last cleared. A reel is read from two pages, of which one
 * counts.
 */
const readingsOf = (link: string): number => {
  const id = new URL(link).pathname.split('/').filter(Boolean).at(-1) ?? '';
  return mockPlatforms.requests.filter(
    ({ host, path }) => /^www\./.test(host) && path.includes(id) && !path.startsWith('/reel/'),
  ).length;
};

describe('a download whose link expires', () => {
  it(`is complete, wherever the link expires (${RUNS} random bytes)`, { timeout: 240_000 }, async () => {
    const hashes: string[] = [];
    const wanted: string[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const link = run % 2 === 0 ? REEL : FILM;
      const whole = mockPlatforms.bytesOf(link);
      const { url } = bestOf(await previewOf(link));
      mockPlatforms.expireLinks(link, randomInt(0, whole.length));
      hashes.push(sha256(await save(url)));
      wanted.push(sha256(whole));
    }
    expect(hashes).toEqual(wanted);
  });

  it('reads the post once for it', async () => {
    const { url } = bestOf(await previewOf(REEL));
    for (const byte of [0, 200_000]) {
      mockPlatforms.clearRequests();
      mockPlatforms.expireLinks(REEL, byte);
      const fresh = byte === 0 ? url : bestOf(await previewOf(REEL)).url;
      expect(sha256(await save(fresh))).toBe(sha256(mockPlatforms.bytesOf(REEL)));
      expect(readingsOf(REEL)).toBe(1);
    }
  });

  it('stays within the requested range', async () => {
    const whole = mockPlatforms.bytesOf(FILM);
    const { url } = bestOf(await previewOf(FILM));
    mockPlatforms.expireLinks(FILM, 300_000);
    expect((await save(url, { range: 'bytes=100000-399999' })).equals(whole.subarray(100_000, 400_000))).toBe(
      true,
    );
    expect((await save(url, { range: 'bytes=400000-' })).equals(whole.subarray(400_000))).toBe(true);
  });

  it.each(['date', 'none'] as const)('continues where a network sends no ETag (%s)', async (validators) => {
    const { url } = bestOf(await previewOf(REEL));
    mockPlatforms.expireLinks(REEL, 250_000, { validators });
    expect(sha256(await save(url))).toBe(sha256(mockPlatforms.bytesOf(REEL)));
  });

  it('ends in a broken connection when the file was replaced by another of the same size, never in a mixture', async () => {
    const whole = mockPlatforms.bytesOf(REEL);
    const { url } = bestOf(await previewOf(REEL));
    mockPlatforms.expireLinks(REEL, 250_000, { afterRefresh: 'other-file' });
    const { body } = await media(url);
    const pieces: Uint8Array[] = [];
    const read = async () => {
      for await (const piece of body ?? []) pieces.push(piece);
    };
    await expect(read()).rejects.toThrow();
    const got = Buffer.concat(pieces);
    expect([got.length <= 250_000, got.equals(whole.subarray(0, got.length))]).toEqual([true, true]);
    mockPlatforms.setMediaFault(REEL, null);
  });
});

describe('many downloads whose links expire', () => {
  it(`share one refresh when they expire together (${TOGETHER} of one film)`, async () => {
    const { url } = bestOf(await previewOf(FILM));
    mockPlatforms.expireLinks(FILM, 300_000);
    mockPlatforms.clearRequests();
    const all = await Promise.all(Array.from({ length: TOGETHER }, () => save(url)));
    expect(new Set(all.map(sha256))).toEqual(new Set([sha256(mockPlatforms.bytesOf(FILM))]));
    expect(readingsOf(FILM)).toBe(1);
  });

  it('share it also when they come one after another, as the files of a set do', async () => {
    const post = await previewOf(SET);
    mockPlatforms.expireLinks(SET, 0);
    mockPlatforms.clearRequests();
    for (const index of post.items.keys())
      expect(sha256(await save(bestOf(post, index).url))).toBe(sha256(mockPlatforms.bytesOf(SET, index)));
    expect(readingsOf(SET)).toBe(1);
  });

  it('do not continue a set that has changed', async () => {
    const post = await previewOf(SET);
    mockPlatforms.expireLinks(SET, 0, { afterRefresh: 'other-file' });
    const answer = await media(bestOf(post, 1).url);
    expect([answer.status, problemSchema.parse(await answer.json()).code]).toEqual([410, 'ticket_expired']);
    mockPlatforms.setMediaFault(SET, null);
  });
});

describe('a post that has become private', () => {
  const TAKEN = 'https://www.tiktok.com/@mock.user/video/7400000000000000003';
  it('breaks the download off, rejects the next one, reads the platform once for all of it, and explains it in the preview', async () => {
    const { url } = bestOf(await previewOf(TAKEN));
    mockPlatforms.expireLinks(TAKEN, 200_000);
    mockPlatforms.setPageFault(TAKEN, 'private');
    mockPlatforms.clearRequests();
    await expect(save(url)).rejects.toThrow();
    const next = await media(url);
    expect([next.status, problemSchema.parse(await next.json()).code]).toEqual([410, 'ticket_expired']);
    expect(readingsOf(TAKEN)).toBe(1);
    const again = await ask(TAKEN);
    expect(problemSchema.parse(await again.json()).code).toBe('private');
    await until(() => mockPlatforms.openExchanges() === 0);
  });
});
