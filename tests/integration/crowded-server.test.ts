import { once } from 'node:events';
import net from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postSchema } from '#shared/contract/preview.ts';
import type { AppParts } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/base/config/read-config.ts';
import { createSlots } from '../../src/server/limits/slots.ts';
import { createTrafficLimits } from '../../src/server/limits/traffic-limits.ts';
import { createTicketSealer } from '../../src/server/media/tickets/ticket-sealer.ts';
import { GENEROUS_ALLOWANCE } from '../generous-limits.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { startUpstream } from './loopback-upstream.ts';
import { createTestApp, TEST_SECRET } from './test-app.ts';
import { type PausedAnswer, visitorFrom } from './visitor.ts';

const LARGE = 'https://www.instagram.com/reel/DMocksBig01/';
const SOON_MS = 3_000;
const GREEDY = 33;
/** More than a browser opens. */
const EACH = 8;

const greedy = (at: number): string => `127.0.3.${String(at + 1)}`;
const OTHERS = Array.from({ length: 6 }, (_, at) => `127.0.4.${String(at + 1)}`);

let mockPlatforms: MockPlatforms;
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
});
afterAll(() => mockPlatforms.close());

const start = async (environment: Record<string, string>, more: Partial<AppParts>) => {
  const { app } = await createTestApp(
    { UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native', ...environment },
    undefined,
    more,
  );
  onTestFinished(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, origin };
};

/** Opens a connection, sends what is given and waits for the first bytes of an answer. */
const connect = async (origin: string, localAddress: string, sent: string): Promise<net.Socket> => {
  const { hostname: host, port } = new URL(origin);
  const socket = net.connect({ host, port: Number(port), localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (sent !== '') {
    socket.write(sent);
    await once(socket, 'data');
  }
  return socket;
};

const connectionsOf = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));

const REQUEST = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
/** Half of a body, for which the server waits. */
const HALF =
  'POST /api/preview HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{';

/** Six visitors of other networks request the path. Returns their statuses and the longest time. */
const askOthers = async (origin: string, path: string) => {
  const began = performance.now();
  const asked = OTHERS.map(async (address) => (await visitorFrom(origin, address).ask(path)).status);
  return { statuses: await Promise.all(asked), ms: performance.now() - began };
};

const fileOf = async (origin: string, address: string): Promise<string> => {
  const { body } = await visitorFrom(origin, address).preview(LARGE);
  return postSchema.parse(JSON.parse(body.toString())).qualities[0]?.url ?? '';
};

// Runs in real time on a machine that may be busy: the retry distinguishes a slow machine from a server that refuses.
describe('when 33 networks hold all connections', { retry: 1 }, () => {
  const fill = async (origin: string, sent: (at: number) => string): Promise<net.Socket[]> => {
    const opened = Array.from({ length: GREEDY * EACH }, (_, at) => at);
    return Promise.all(opened.map((at) => connect(origin, greedy(at % GREEDY), sent(at))));
  };

  it.each([
    ['idle ones', () => REQUEST],
    ['idle and unused ones', (at: number) => (at % 2 === 0 ? REQUEST : '')],
  ])('%s give way to six others at once', async (_what, sent) => {
    const { app, origin } = await start({}, { connectionsMax: GREEDY * EACH });
    const sockets = await fill(origin, sent);
    await expect.poll(() => connectionsOf(app)).toBe(GREEDY * EACH);
    const { statuses, ms } = await askOthers(origin, '/');
    expect(statuses).toEqual(Array<number>(6).fill(200));
    expect(ms).toBeLessThan(SOON_MS);
    expect(sockets.filter(({ destroyed }) => destroyed).length).toBeLessThan(sockets.length / 4);
  });

  it('half-sent requests give way, and a download of the same network and a small network do not', async () => {
    const { origin } = await start({}, { connectionsMax: GREEDY * EACH });
    const path = await fileOf(origin, '127.0.5.1');
    const running = await visitorFrom(origin, greedy(0)).pause(`${path}?download`);
    const idle = await connect(origin, '127.0.5.2', REQUEST);
    // It waits for longer than any of the others will have.
    await pause(1_100);
    const { hostname: host, port } = new URL(origin);
    const halves = Array.from({ length: GREEDY * (EACH + 1) }, (_, at) =>
      net.connect({ host, port: Number(port), localAddress: greedy(at % GREEDY) }),
    );
    onTestFinished(() => {
      for (const socket of halves) socket.destroy();
    });
    for (const socket of halves) socket.on('error', () => undefined).write(HALF);
    // More than there is room for, so some have given way already.
    await expect.poll(() => halves.some(({ destroyed }) => destroyed)).toBe(true);
    const { statuses } = await askOthers(origin, '/');
    expect(statuses).toEqual(Array<number>(6).fill(200));
    expect(idle.destroyed).toBe(false);
    expect((await running.read()).length).toBe(Number(running.response.headers['content-length']));
  });

  it('requests under way of the largest networks give way when nothing else does', async () => {
    const { origin } = await start({}, { connectionsMax: 3 * 22 });
    const stream = 'GET /api/live HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const small = await Promise.all([0, 1, 2, 3, 4, 5].map(() => connect(origin, OTHERS[0] ?? '', stream)));
    await Promise.all(Array.from({ length: 60 }, (_, at) => connect(origin, greedy(at % 3), stream)));
    const { statuses } = await askOthers(origin, '/');
    expect(statuses).toEqual(Array<number>(6).fill(200));
    expect(small.filter(({ destroyed }) => destroyed)).toHaveLength(0);
  });

  it('those of a trusted proxy are not those of one network', async () => {
    const proxy = '127.0.6.1';
    const { app, origin } = await start({ TRUST_PROXY: proxy }, { connectionsMax: 64 });
    const sockets = await Promise.all(Array.from({ length: 56 }, () => connect(origin, proxy, REQUEST)));
    const eight = await Promise.all(Array.from({ length: 8 }, () => connect(origin, greedy(0), REQUEST)));
    await expect.poll(() => connectionsOf(app)).toBe(64);
    expect((await visitorFrom(origin, OTHERS[0] ?? '').ask('/')).status).toBe(200);
    await expect.poll(() => eight.filter(({ destroyed }) => destroyed).length).toBe(1);
    expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(0);
  });
});

it('idle connections live shorter while more than half of all are open', async () => {
  const { origin } = await start({}, { connectionsMax: 8 });
  const keepAlive = async (): Promise<string | undefined> => {
    const socket = await connect(origin, OTHERS[0] ?? '', '');
    socket.write(REQUEST);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    return /keep-alive: (timeout=\d+)/i.exec(bytes.toString())?.[1];
  };
  expect(await keepAlive()).toBe('timeout=65');
  for (let open = 0; open < 4; open += 1) await keepAlive();
  expect(await keepAlive()).toBe('timeout=5');
});

/** Starts a delivery network with one picture that is larger than the buffers of all kernels in between. */
const startLargePicture = async () => {
  const size = 64 * 1024 * 1024;
  const piece = Buffer.alloc(256 * 1024);
  const upstream = await startUpstream((_request, response) => {
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': size });
    response.write(Buffer.from('ffd8ffe000104a464946', 'hex'));
    Readable.from(Array.from({ length: size / piece.length - 1 }, () => piece)).pipe(response);
  });
  onTestFinished(() => upstream.close());
  const ticket = createTicketSealer({ secret: TEST_SECRET }).seal({
    purpose: 'thumbnail',
    source: { kind: 'upstream', url: 'https://large.cdninstagram.com/picture.jpg', headers: {} },
    mediaKind: 'photo',
    mime: 'image/jpeg',
    size,
    filename: 'picture.jpg',
    post: LARGE,
  });
  return { route: `large.cdninstagram.com=${upstream.origin}`, path: `/api/media/${ticket}` };
};

it('paused thumbnails of six networks give way to those of six others', { retry: 1 }, async () => {
  const { allowance } = readConfig(GENEROUS_ALLOWANCE);
  const thumbnails = createSlots({ perNetwork: 4, total: 20, waitMs: 5_000, maxQueueLength: 64 });
  const traffic = { ...createTrafficLimits(allowance, () => false), thumbnails };
  const { route, path } = await startLargePicture();
  const { origin } = await start({ UPSTREAM_ROUTES: route }, { traffic });
  const answers: PausedAnswer[] = [];
  const ending = new AbortController();
  const flood = Array.from({ length: 6 * 4 }, (_, at) =>
    visitorFrom(origin, greedy(at % 6))
      .pause(path, ending.signal)
      .then((answer) => answers.push(answer)),
  );
  onTestFinished(async () => {
    ending.abort();
    await Promise.allSettled(flood);
  });
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(20);
  const began = performance.now();
  const asked = OTHERS.map((address) => visitorFrom(origin, address).pause(path, ending.signal));
  const statuses = (await Promise.all(asked)).map(({ response }) => response.statusCode);
  expect(statuses).toEqual(Array<number>(6).fill(200));
  expect(performance.now() - began).toBeLessThan(SOON_MS);
});
