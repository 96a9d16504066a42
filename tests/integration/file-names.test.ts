import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '#shared/contract/preview.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const SET = mockPosts.find(({ name }) => name === 'instagram set');
if (SET === undefined) throw new Error('the mock platforms have no set');
const TODAY = new Date().toISOString().slice(0, 10);

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin: string;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  test = await createTestApp({ UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native' });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => Promise.all([test?.app.close(), mockPlatforms?.close()]));

const preview = async (): Promise<Post> => {
  const response = await fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: SET.links[0] }),
  });
  return postSchema.parse(await response.json());
};
const namesOf = ({ items }: Post) => items.map(({ qualities }) => qualities[0]?.filename);
const dispositionOf = async ({ qualities }: Post, query: string, method = 'HEAD') => {
  const response = await fetch(`${origin}${qualities[0]?.url}?${query}`, { method });
  await response.arrayBuffer();
  return response.headers.get('content-disposition');
};

describe("the owner's file names", () => {
  it('reach the next answer and its links, also for a post that was just presented', async () => {
    const before = await preview();
    expect(namesOf(before)[1]).toBe(`instagram_photo_${before.id}_2_${TODAY}.jpg`);

    await test.settings.change({ filenameTemplate: '{user} {id}' });
    const after = await preview();
    expect(namesOf(after)).toEqual([1, 2, 3, 4, 5].map((n) => `${SET.username} ${after.id}_${n}.jpg`));
    for (const method of ['HEAD', 'GET'])
      expect(await dispositionOf(after, 'download', method)).toBe(
        `attachment; filename="${SET.username} ${after.id}_1.jpg"`,
      );
    // A link keeps the name that the visitor has seen.
    expect(await dispositionOf(before, 'download')).toBe(
      `attachment; filename=instagram_photo_${before.id}_1_${TODAY}.jpg`,
    );

    await test.settings.change({ filenameTemplate: SITE_SETTINGS.filenameTemplate.default });
    expect(namesOf(await preview())).toEqual(namesOf(before));
  });

  it('are left to the page by a link that asks for no name', async () => {
    for (const method of ['HEAD', 'GET'])
      expect(await dispositionOf(await preview(), 'download&unnamed', method)).toBe('attachment');
  });

  it.each(['', '{title}', 'a/b', '{user', 'x'.repeat(81), 5])('cannot be %j', async (filenameTemplate) => {
    await expect(test.settings.change({ filenameTemplate } as never)).rejects.toThrow();
    expect((await preview()).qualities[0]?.filename).toMatch(/^instagram_photo_/u);
  });
});
