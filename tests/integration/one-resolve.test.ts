import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postSchema } from '../../src/shared/contract/preview.ts';
import { problemSchema } from '../../src/shared/contract/problem.ts';
import { createUnlimitedEngineRegistry } from '../lenient-engine-limits.ts';
import { faultLink } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const ASKED = 1_000;
const LATENCY_MS = 300;

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin = '';
beforeAll(async () => {
  // The latency ensures that all requests have arrived before the platform answers the first.
  mockPlatforms = await startMockPlatforms({ latencyMs: LATENCY_MS });
});
afterAll(() => mockPlatforms.close());
beforeEach(async () => {
  mockPlatforms.clearRequests();
  test = await createTestApp({ ENGINES: 'native', UPSTREAM_ROUTES: mockPlatforms.routes }, undefined, {
    engineHealth: createUnlimitedEngineRegistry(),
  });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  return () => test.app.close();
});

const preview = (url: string, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
    signal,
  });
const many = (count: number, url: string, signal?: AbortSignal) =>
  Array.from({ length: count }, () => preview(url, signal));
/** Injected without sockets, so that all requests have arrived before the first is answered. */
const previewConcurrently = (count: number, url: string) =>
  Promise.all(
    Array.from({ length: count }, () =>
      test.app.inject({ method: 'POST', url: '/api/preview', payload: { url } }),
    ),
  );
/** Counts the requests for the first of the pages that a post is read from. */
const pagesRead = (first: RegExp): number =>
  mockPlatforms.requests.filter(({ path }) => first.test(path)).length;
const TIKTOK_PAGE = /^\/@_\/video\/\d+$/;
const INSTAGRAM_PAGE = /^\/p\/\w+\/$/;

describe(`${ASKED} simultaneous requests for one new link`, {
  timeout: 90_000,
}, () => {
  it('cause one upstream request', async () => {
    const link = 'https://www.tiktok.com/@mock.user/video/7400000000000000004';
    const all = await previewConcurrently(ASKED, link);
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(all.map((answer) => postSchema.parse(answer.json()).id)).size).toBe(1);
    expect(pagesRead(TIKTOK_PAGE)).toBe(1);
    // And none again while the result is cached, whatever the link looks like.
    await preview('https://m.tiktok.com/v/7400000000000000004.html');
    expect(pagesRead(TIKTOK_PAGE)).toBe(1);
  });

  it('fail together when it fails, and the next request is answered from the cache', async () => {
    const link = faultLink('page-server-error', 'instagram');
    const all = await previewConcurrently(ASKED, link);
    const problems = all.map((answer) => problemSchema.parse(answer.json()));
    expect(new Set(problems.map(({ code, detail }) => `${code} ${detail}`))).toEqual(
      new Set(['failed Failed to fetch video: the platform answered with an error.']),
    );
    expect(pagesRead(INSTAGRAM_PAGE)).toBe(1);
    expect((await preview(link)).status).toBe(502);
    expect(pagesRead(INSTAGRAM_PAGE)).toBe(1);
  });

  it('continue for the others when half of them leave, including the first', async () => {
    const link = 'https://www.instagram.com/reel/DMocksReel1/';
    const left = new AbortController();
    const leaving = many(ASKED / 2, link, left.signal);
    const staying = many(ASKED / 2, link);
    await expect.poll(() => pagesRead(INSTAGRAM_PAGE)).toBe(1);
    left.abort();
    const gone = await Promise.allSettled(leaving);
    expect(gone.every(({ status }) => status === 'rejected')).toBe(true);
    const stayed = await Promise.all(staying);
    expect(new Set(stayed.map(({ status }) => status))).toEqual(new Set([200]));
    expect(pagesRead(INSTAGRAM_PAGE)).toBe(1);
  });

  it('are aborted when everybody leaves, and a later request is served', async () => {
    const link = faultLink('page-late', 'tiktok');
    const left = new AbortController();
    const leaving = many(100, link, left.signal);
    await expect.poll(() => pagesRead(TIKTOK_PAGE)).toBe(1);
    left.abort();
    await Promise.allSettled(leaving);
    // The page would arrive after a minute, so only the abort can end the exchange earlier.
    await expect.poll(() => mockPlatforms.openExchanges()).toBe(0);
    mockPlatforms.setPageFault(link, null);
    const answer = await preview(link);
    mockPlatforms.resetFaults();
    expect(answer.status).toBe(200);
  });
});
