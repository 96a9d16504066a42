import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postSchema } from '#shared/contract/preview.ts';
import type { AppParts } from '../../src/server/app.ts';
import { DEFAULT_ALLOWANCE } from '../generous-limits.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { createTestApp } from './test-app.ts';
import { type PausedAnswer, visitAll, visitorFrom } from './visitor.ts';

const FLOODER = '127.0.0.66';
const OTHERS = Array.from({ length: 12 }, (_, at) => `127.0.1.${String(at + 1)}`);
const LIMIT_MS = 3_000;

let mockPlatforms: MockPlatforms;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());

const LINK = 'https://www.instagram.com/reel/DMocksReel1/';
const LARGE = 'https://www.instagram.com/reel/DMocksBig01/';
const links = mockPosts.filter(({ kind, name }) => kind === 'reel' && !/large|embed/.test(name));

const start = async (environment: Record<string, string> = {}, more: Partial<AppParts> = {}) => {
  const { app } = await createTestApp(
    { UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native', ...DEFAULT_ALLOWANCE, ...environment },
    undefined,
    more,
  );
  onTestFinished(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, origin, flooder: visitorFrom(origin, FLOODER) };
};

/** Twelve visitors at other addresses open the page, a preview and a download while the flood runs. */
const expectOthersServed = async (origin: string): Promise<void> => {
  const visits = OTHERS.map((address, at) =>
    visitAll(visitorFrom(origin, address), links[at % links.length]?.links[0] ?? LINK),
  );
  const slowest = Math.max(...(await Promise.all(visits)));
  expect(slowest).toBeLessThan(LIMIT_MS);
};

describe('while one address floods the server, twelve others get page, preview and download', () => {
  it('with previews from 80 workers', async () => {
    const { origin, flooder } = await start();
    const statuses = new Map<number, number>();
    let flooding = true;
    let next = 0;
    const work = async () => {
      while (flooding) {
        next += 1;
        const { status } = await flooder.preview(
          `https://www.tiktok.com/@no.one/video/${7.3e18 + next * 1e6}`,
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const workers = Array.from({ length: 80 }, work);
    await expect.poll(() => statuses.get(429) ?? 0).toBeGreaterThan(80);
    await expectOthersServed(origin);
    flooding = false;
    await Promise.all(workers);
    const { 429: refused = 0, ...answered } = Object.fromEntries(statuses);
    expect(refused).toBeGreaterThan(80);
    expect(Object.values(answered).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20);
  });

  it('with paused streams', async () => {
    const { origin, flooder } = await start();
    const post = postSchema.parse(JSON.parse((await flooder.preview(LARGE)).body.toString()));
    const path = post.qualities[0]?.url ?? '';
    const answers: PausedAnswer[] = [];
    const ending = new AbortController();
    const flood = Array.from({ length: 100 }, () =>
      flooder.pause(path, ending.signal).then((answer) => answers.push(answer)),
    );
    onTestFinished(async () => {
      ending.abort();
      await Promise.allSettled(flood);
    });
    const openStreams = () => answers.filter(({ response }) => response.statusCode === 200).length;
    const refused = () => answers.filter(({ response }) => response.statusCode === 429);
    // 8 streams are open, 64 wait in the queue, and the others are rejected at once.
    await expect.poll(() => refused().length).toBe(28);
    await expectOthersServed(origin);
    expect(openStreams()).toBe(8);
    expect(refused()[0]?.response.headers['retry-after']).toBe('5');
  });

  it('with connections', async () => {
    const { app, origin } = await start({ CONNECTIONS_AT_ONCE: '32' }, { connectionsMax: 64 });
    const sockets = Array.from({ length: 128 }, () =>
      net.connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress: FLOODER }),
    );
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets) socket.on('error', () => undefined);
    await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(96);
    await expectOthersServed(origin);
    // The connections of the others close a moment after their answers.
    const open = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open).toBe(32);
  });
});
