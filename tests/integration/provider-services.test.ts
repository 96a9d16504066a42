import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { postSchema } from '../../src/shared/contract/preview.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let mockPlatforms: MockPlatforms;
let test: TestApp;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());
afterEach(() => test.app.close());

it.each([
  ['download', 'instagram reel', 'video'],
  ['download', 'tiktok video', 'video'],
  ['autolink', 'instagram set', 'photo'],
  ['autolink', 'tiktok video', 'video'],
  ['tikwm', 'tiktok video', 'video'],
  ['tikwm', 'tiktok pictures', 'photo'],
] as const)('%s shows the %s, and its file byte for byte', async (service, name, kind) => {
  test = await createTestApp({
    UPSTREAM_ROUTES: mockPlatforms.routes,
    ENGINES: 'provider',
    PROVIDER_HOST: mockPlatforms.providerHost,
    PROVIDER_PRESET: service,
    PROVIDER_API_KEY: mockPlatforms.providerKey,
  });
  const source = mockPosts.find((one) => one.name === name);
  const url = source?.links[0] ?? '';
  const headers = { host: 'localhost' };
  const answer = await test.app.inject({ method: 'POST', url: '/api/preview', payload: { url }, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  const post = postSchema.parse(answer.json());
  expect(post).toMatchObject({ engine: 'provider', id: source?.id, username: source?.username });
  const [item] = post.items;
  expect(item?.kind).toBe(kind);
  const expected = mockPlatforms.bytesOf(url, 0, 0, 'provided');
  expect(item?.qualities[0]?.size).toBe(expected.length);
  const file = await test.app.inject({ url: `${item?.qualities[0]?.url ?? ''}?download`, headers });
  expect([file.statusCode, file.rawPayload.equals(expected)]).toEqual([200, true]);
  expect(test.log()).not.toContain(mockPlatforms.providerKey);
});
