import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '../../src/shared/contract/preview.ts';
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { createUnlimitedEngineRegistry } from '../lenient-engine-limits.ts';
import type { MockFault } from '../mock-platforms/fault.ts';
import { mockFaults } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { IS_FULL } from '../test-scope.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Time limit of a download. A byte a second would take days, so a shorter limit applies to that fault. */
const DOWNLOAD_TIMEOUT_MS = 120_000;
const CRAWL_TIMEOUT_MS = 3_000;
/** Faults that only take time run concurrently, the others one after another. */
const IDLE_FAULT = /-(?:stall|stall-once|crawl|drip|probe-slow)$/;

/** Transfers in which nothing comes any more end after the product's twenty seconds, twice: `npm run test:full` waits for them. */
const STALLING = /-stall(?:-once)?$/;

const FAULTS = mockFaults.filter(({ where, name }) => where === 'media' && (IS_FULL || !STALLING.test(name)));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let mockPlatforms: MockPlatforms;
let test: TestApp;
let origin = '';
/** Result per fault: the downloaded bytes, or null when the download visibly failed. */
const saved = new Map<MockFault, { readonly bytes: Uint8Array | null; readonly promised: number | null }>();

const previewOf = async (link: string): Promise<Post | null> => {
  const answer = await test.app.inject({ method: 'POST', url: '/api/preview', payload: { url: link } });
  return answer.statusCode === 200 ? postSchema.parse(answer.json()) : null;
};

const bytesAt = async (path: string, waitMs: number): Promise<Uint8Array | null> => {
  try {
    const answer = await fetch(`${origin}${path}?download`, { signal: AbortSignal.timeout(waitMs) });
    return answer.ok ? await answer.bytes() : null;
  } catch {
    return null;
  }
};

const downloadWithFault = async (fault: MockFault): Promise<void> => {
  const quality = (await previewOf(fault.link))?.items[fault.item ?? 0]?.qualities[0];
  const waitMs = fault.name === 'media-crawl' ? CRAWL_TIMEOUT_MS : DOWNLOAD_TIMEOUT_MS;
  const bytes = quality === undefined ? null : await bytesAt(quality.url, waitMs);
  saved.set(fault, { bytes, promised: quality?.sizeKnown === true ? quality.size : null });
};

beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  test = await createTestApp({ ENGINES: 'native', UPSTREAM_ROUTES: mockPlatforms.routes }, undefined, {
    engineHealth: createUnlimitedEngineRegistry(),
  });
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const oneByOne = async (): Promise<void> => {
    for (const fault of FAULTS.filter(({ name }) => !IDLE_FAULT.test(name))) await downloadWithFault(fault);
  };
  await Promise.all([
    ...FAULTS.filter(({ name }) => IDLE_FAULT.test(name)).map(downloadWithFault),
    oneByOne(),
  ]);
}, 180_000);
afterAll(async () => {
  await test.app.close();
  await mockPlatforms.close();
});

describe('a download from a failing delivery network', () => {
  it.each(FAULTS)('$platform $name ($does) either is complete or visibly fails', (fault) => {
    const { bytes = null, promised = null } = saved.get(fault) ?? {};
    expect(saved.has(fault)).toBe(true);
    if (bytes === null) return;
    expect(bytes.length).toBeGreaterThan(0);
    expect(sha256(bytes)).toBe(sha256(mockPlatforms.bytesOf(fault.link, fault.item)));
    if (promised !== null) expect(bytes.length).toBe(promised);
  });

  it('succeeds or fails as expected for the faults with only one possible end', () => {
    const ends = (name: string) =>
      FAULTS.filter((fault) => fault.name === name).map((fault) => saved.get(fault)?.bytes !== null);
    for (const name of ['chunked', 'no-ranges', 'drip', 'probe-slow', 'probe-no-length', 'redirect-listed'])
      expect([name, ...ends(`media-${name}`)]).toEqual([name, ...PLATFORM_IDS.map(() => true)]);
    for (const name of [
      'cut',
      ...(IS_FULL ? ['stall'] : []),
      'shorter',
      'longer',
      'length-too-large',
      'html',
      'html-as-video',
      'probe-html',
    ])
      expect([name, ...ends(`media-${name}`)]).toEqual([name, ...PLATFORM_IDS.map(() => false)]);
  });

  it('never leaves the delivery networks', () => {
    const unexpectedRequests = mockPlatforms.requests.filter(
      ({ path, host }) => path.startsWith('/trap') || host.includes('elsewhere'),
    );
    expect(unexpectedRequests).toEqual([]);
  });
});
