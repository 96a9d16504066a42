import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FAILURE_CACHE_MS, TERMINAL_FAILURE_CACHE_MS } from '../../src/server/platforms/failures.ts';
import { createEngineHealthRegistry } from '../../src/server/posts/engine-health.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { faultLink, mockFaults } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Disables the limits per network, which would stop a flood before it reaches the queue. */
const UNLIMITED = { PREVIEWS_PER_MINUTE: '100000', PREVIEWS_PER_HOUR: '100000', PREVIEWS_AT_ONCE: '1000' };
const SOON_MS = 3_000;
const FLOODER = '127.0.0.66';
/** Posts without a fault before the transfer; each is read once, the first before the clock starts. */
const [FIRST = '', ...GOOD] = mockFaults
  .filter(
    ({ where, platform, name }) =>
      where === 'media' && platform === 'tiktok' && !name.startsWith('media-probe'),
  )
  .map(({ link }) => link)
  .slice(0, 13);

let mockPlatforms: MockPlatforms;
let test: TestApp;
let port: number;
afterEach(async () => {
  await test.app.close();
  await mockPlatforms.close();
});

const serve = async (clock?: ManualClock): Promise<void> => {
  mockPlatforms = await startMockPlatforms({ latencyMs: 20 });
  test = await createTestApp(
    { ...UNLIMITED, ENGINES: 'native', UPSTREAM_ROUTES: mockPlatforms.routes },
    undefined,
    clock === undefined ? {} : { engineHealth: createEngineHealthRegistry({ clock }) },
  );
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
};

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | undefined;
}

/** Requests a preview from a loopback address; each address counts as a network. */
const ask = (url: string, localAddress: string, agent?: http.Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        localAddress,
        method: 'POST',
        path: '/api/preview',
        headers: { 'content-type': 'application/json' },
        ...(agent === undefined ? {} : { agent }),
      },
      (response) => {
        response.resume().once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            ms: performance.now() - began,
            retryAfter: response.headers['retry-after'],
          }),
        );
      },
    );
    request.once('error', reject);
    request.end(JSON.stringify({ url }));
  });

const visitorAddress = (index: number): string => `127.0.1.${String(index + 1)}`;
let missing = 0;
const missingPost = (): string => {
  missing += 1;
  return `https://www.tiktok.com/@nobody/video/75${String(missing).padStart(17, '0')}`;
};
/** Each of twelve networks requests a post of its own, one after another. */
const previewAsOthers = async (between: () => Promise<unknown> = async () => undefined) => {
  const answers: Answer[] = [];
  for (const [index, link] of GOOD.entries()) {
    answers.push(await ask(link, visitorAddress(index)));
    await between();
  }
  return answers;
};
const isServed = ({ status, ms }: Answer): boolean => status === 200 && ms < SOON_MS;

// Runs in real time on a machine that may be busy: the retry distinguishes a slow machine from an unfair queue.
describe('while one network floods, others get their previews', { retry: 1, timeout: 60_000 }, () => {
  beforeEach(() => serve());

  it('against 80 workers that request missing posts', async () => {
    const agent = new http.Agent({ keepAlive: true });
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
      agent.destroy();
    });
    const refused: Answer[] = [];
    const worker = async (): Promise<void> => {
      while (!isOver) {
        const answer = await ask(missingPost(), FLOODER, agent).catch(() => null);
        if (answer?.status === 429) refused.push(answer);
        await pause(400);
      }
    };
    await ask(FIRST, visitorAddress(99));
    const workers = Array.from({ length: 80 }, worker);
    await pause(500);
    const answers = await previewAsOthers();
    isOver = true;
    agent.destroy();
    await Promise.all(workers);
    expect(answers.filter(isServed)).toHaveLength(12);
    // The queue was full: the flood was rejected in favour of the others, with Retry-After.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true);
  });

  it('against 12 requests that wait while slow posts are read', async () => {
    const held = [faultLink('page-late', 'tiktok'), faultLink('page-stalled', 'tiktok')];
    const leaving = new http.Agent({ keepAlive: true });
    const waiting = [...held, ...Array.from({ length: 12 }, missingPost)].map((link) =>
      ask(link, FLOODER, leaving).catch(() => null),
    );
    await pause(200);
    const answers = await previewAsOthers();
    leaving.destroy();
    await Promise.all(waiting);
    expect(answers.filter(isServed)).toHaveLength(12);
  });
});

describe('while one bad link is requested repeatedly', () => {
  let clock: ManualClock;
  beforeEach(async () => {
    clock = createManualClock();
    await serve(clock);
  });
  const pages = () => mockPlatforms.requests.filter(({ path }) => path.includes('/video/')).length;

  it('every second for 70 s, others get their previews and the platform is requested three times', async () => {
    const bad = faultLink('media-probe-html', 'tiktok');
    const step = async (): Promise<void> => {
      for (let second = 0; second < 6; second += 1) {
        expect((await ask(bad, FLOODER)).status).toBe(422);
        await clock.advance(1_000);
      }
    };
    await step();
    mockPlatforms.clearRequests();
    const answers = await previewAsOthers(step);
    expect(answers.filter(isServed)).toHaveLength(12);
    const id = bad.split('/').at(-1) ?? '';
    const requestsForBadLink = mockPlatforms.requests.filter(({ path }) => path.includes(id)).length;
    expect(requestsForBadLink).toBeLessThanOrEqual(3 * 4);
    const health = test.log();
    expect(health).not.toContain(id);
  });

  it('twenty times, a missing post is looked up once, and again after its time', async () => {
    const link = missingPost();
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1)
      statuses.push((await ask(link, visitorAddress(count))).status);
    expect(new Set(statuses)).toEqual(new Set([404]));
    const once = pages();
    await clock.advance(Math.max(FAILURE_CACHE_MS, TERMINAL_FAILURE_CACHE_MS));
    await ask(link, visitorAddress(0));
    expect(pages()).toBe(2 * once);
    expect(once).toBe(1);
  });
});
