import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineHealthRegistry } from '../../src/server/posts/engine-health.ts';
import { type Post, postSchema } from '../../src/shared/contract/preview.ts';
import { createManualClock } from '../manual-clock.ts';
import { mockFaults } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Posts without a fault before the transfer. Each is requested only once, so that nothing comes from the cache. */
const LINKS = mockFaults
  .filter(({ where, platform }) => where === 'media' && platform === 'tiktok')
  .filter(({ name }) => !name.startsWith('media-probe'))
  .map(({ link }) => link);
const EXTRA_MAX_MS = 100;
const NOTICED_MAX_MS = 35_000;
const SECOND_MS = 1_000;

let mockPlatforms: MockPlatforms;
let both: TestApp;
let second: TestApp;
const clock = createManualClock();

beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  const plenty = { concurrency: 10, maxQueue: 10, freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 };
  const shared = { UPSTREAM_ROUTES: mockPlatforms.routes };
  both = await createTestApp(
    {
      ...shared,
      ENGINES: 'provider,native',
      PROVIDER_HOST: mockPlatforms.providerHost,
      PROVIDER_API_KEY: mockPlatforms.providerKey,
    },
    undefined,
    { engineHealth: createEngineHealthRegistry({ clock, rulesOf: () => plenty }) },
  );
  second = await createTestApp({ ...shared, ENGINES: 'native' }, undefined, {
    engineHealth: createEngineHealthRegistry({ rulesOf: () => plenty }),
  });
});
afterAll(async () => {
  await both.app.close();
  await second.app.close();
  await mockPlatforms.close();
});

const links = LINKS.values();
const previewOf = async ({ app }: TestApp, link: string): Promise<{ post: Post; ms: number }> => {
  const began = performance.now();
  const answer = await app.inject({ method: 'POST', url: '/api/preview', payload: { url: link } });
  const ms = performance.now() - began;
  return { post: postSchema.parse(answer.json()), ms };
};
const nextLink = (): string => {
  const { value } = links.next();
  if (value === undefined) throw new Error('the mock platforms have no more posts for this drill');
  return value;
};
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

describe('while the first of two engines fails', () => {
  it('every preview comes from the second, and soon the first is not called any more', async () => {
    mockPlatforms.setProviderFault('server-error');
    for (let count = 0; count < 5; count += 1) {
      expect((await previewOf(both, nextLink())).post.engine).toBe('native');
      await clock.advance(SECOND_MS);
    }
    mockPlatforms.clearRequests();
    expect((await previewOf(both, nextLink())).post.engine).toBe('native');
    expect(mockPlatforms.requests.filter(({ path }) => path === '/download')).toEqual([]);
  });

  it(`costs a preview less than ${EXTRA_MAX_MS} ms`, async () => {
    const extra: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      const link = nextLink();
      // Measured alternately, so that other load on the machine affects both.
      const alone = await previewOf(second, link);
      const after = await previewOf(both, link);
      expect([alone.post.engine, after.post.engine]).toEqual(['native', 'native']);
      extra.push(after.ms - alone.ms);
    }
    expect(median(extra)).toBeLessThan(EXTRA_MAX_MS);
  });

  it('a failing probe adds no time to a preview, either', async () => {
    await clock.advance(30 * SECOND_MS);
    mockPlatforms.clearRequests();
    const answer = previewOf(both, nextLink());
    // The second engine starts beside the probe with only a timer's delay.
    await clock.advance(0);
    expect((await answer).post.engine).toBe('native');
    expect(mockPlatforms.requests.filter(({ path }) => path === '/download')).toHaveLength(1);
  });

  it(`notices within ${NOTICED_MAX_MS / SECOND_MS} seconds that the first works again`, async () => {
    mockPlatforms.setProviderFault(null);
    const back = clock.now();
    let engine: string | null = null;
    while (engine !== 'provider' && clock.now() - back <= NOTICED_MAX_MS) {
      await clock.advance(5 * SECOND_MS);
      const answer = previewOf(both, nextLink());
      await clock.advance(0);
      engine = (await answer).post.engine;
    }
    expect(engine).toBe('provider');
    expect(clock.now() - back).toBeLessThanOrEqual(NOTICED_MAX_MS);
  });
});
