import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageFault } from '../mock-platforms/fault.ts';
import { mockFaults } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { visitorFrom } from './visitor.ts';

const FAULTS: readonly PageFault[] = [
  'throttled',
  'unreadable',
  'no-media',
  'login-wall',
  'private',
  'server-error',
];
/** Different posts of a platform whose pages are good. */
const linksOf = (platform: string): readonly string[] =>
  mockFaults
    .filter(
      (row) => row.where === 'media' && row.platform === platform && !row.name.startsWith('media-probe'),
    )
    .map(({ link }) => link);

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin: string;
beforeEach(async () => {
  mockPlatforms = await startMockPlatforms();
  test = await createTestApp({ ENGINES: 'native', UPSTREAM_ROUTES: mockPlatforms.routes });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await test.app.close();
  await mockPlatforms.close();
});

const preview = async (link: string, address: string): Promise<number> =>
  (await visitorFrom(origin, address).preview(link)).status;

describe.each(['instagram', 'tiktok'])('bad links of one visitor on %s', (platform) => {
  const links = linksOf(platform);
  const bad = links.slice(0, 5);
  const good = links.slice(5, 10);

  it.each(FAULTS.flatMap((fault) => [2, 5].map((count) => [count, fault] as const)))(
    '%i that are %s close the platform for nobody else',
    async (count, fault) => {
      for (const link of bad) mockPlatforms.setPageFault(link, fault);
      for (const link of bad.slice(0, count)) expect(await preview(link, '127.0.0.66')).not.toBe(200);
      const others = good.map((link, index) => preview(link, `127.0.2.${index + 1}`));
      expect(await Promise.all(others)).toEqual([200, 200, 200, 200, 200]);
    },
  );
});
