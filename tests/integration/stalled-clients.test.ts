import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { postSchema } from '#shared/contract/preview.ts';
import { createStalledClientMonitor } from '../../src/server/http/connection-limits.ts';
import { startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { createTestApp } from './test-app.ts';
import { visitorFrom } from './visitor.ts';

const LIMITS = { stalledMs: 600, checkEveryMs: 100 };
/** Larger than the kernel buffers of both ends. */
const LARGE = Buffer.alloc(16 * 1024 * 1024);
const PIECE = Buffer.alloc(64 * 1024);
const PIECES = Array.from({ length: 1_024 }, () => PIECE);

const connect = (port: number, path: string): net.Socket => {
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${String(port)}\r\n\r\n`);
  return socket;
};

const serve = async (handler: http.RequestListener): Promise<number> => {
  const stalled = createStalledClientMonitor(LIMITS);
  const server = http.createServer(handler);
  server.on('connection', (socket) => {
    stalled.track(socket);
    socket.on('error', () => undefined);
  });
  server.on('request', (request: http.IncomingMessage) => {
    if (request.url === '/exempt') stalled.exempt(request.socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    stalled.close();
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const closed = (response: http.ServerResponse): Promise<unknown> => once(response, 'close');

it('disconnects a client that never reads its response, with or without heartbeats', async () => {
  const ends: Promise<unknown>[] = [];
  const port = await serve((request, response) => {
    ends.push(closed(response));
    response.write(LARGE);
    if (request.url !== '/events') return;
    const beat = setInterval(() => response.write(':\n\n'), 20);
    response.on('close', () => clearInterval(beat));
  });
  connect(port, '/');
  connect(port, '/events');
  await expect.poll(() => ends.length).toBe(2);
  await Promise.all(ends);
});

it('keeps readers, even slow ones, idle connections, and responses with their own minimum rate', async () => {
  const open = new Set<string>();
  const port = await serve((request, response) => {
    const path = request.url ?? '';
    open.add(path);
    response.on('close', () => open.delete(path));
    if (path === '/idle') response.write('begun');
    else if (path === '/exempt') response.write(LARGE);
    else Readable.from(PIECES).pipe(response);
  });
  connect(port, '/idle');
  connect(port, '/exempt');
  const slow = connect(port, '/slow');
  slow.pause();
  const reading = setInterval(() => slow.read(), 5);
  const started = performance.now();
  await expect.poll(() => performance.now() - started).toBeGreaterThan(2 * LIMITS.stalledMs);
  clearInterval(reading);
  expect([...open].sort()).toEqual(['/exempt', '/idle', '/slow']);
});

const connectionsOf = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));

const page = { uncompressed: LARGE, brotli: LARGE, gzip: LARGE, etag: '"large"', policy: null };
const pages = () => ({ get: async () => page, getWithLink: async () => ({ html: '', policy: null }) });

it('applies in the app', async () => {
  const { app } = await createTestApp({}, pages, { stallLimits: LIMITS });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '/');
  socket.pause();
  await expect.poll(() => connectionsOf(app)).toBe(1);
  await expect.poll(() => connectionsOf(app)).toBe(0);
});

it("leaves a media file to the tunnel's minimum rate, and applies again to the connection's next response", async () => {
  const mockPlatforms = await startMockPlatforms();
  onTestFinished(() => mockPlatforms.close());
  const environment = { UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native' };
  const { app } = await createTestApp(environment, pages, {
    stallLimits: LIMITS,
  });
  onTestFinished(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const fileOf = async (link: string): Promise<string> => {
    const { body } = await visitorFrom(origin, '127.0.0.1').preview(link);
    return postSchema.parse(JSON.parse(body.toString())).qualities[0]?.url ?? '';
  };
  const port = Number(new URL(origin).port);
  const paused = connect(port, await fileOf('https://www.instagram.com/reel/DMocksBig01/'));
  paused.pause();
  const next = connect(port, await fileOf('https://www.instagram.com/reel/DMocksReel1/'));
  const received: Buffer[] = [];
  next.on('data', (piece: Buffer) => received.push(piece));
  const isWhole = (): boolean => {
    const answer = Buffer.concat(received);
    const length = Number(/content-length: (\d+)/i.exec(answer.toString('latin1'))?.[1] ?? Number.NaN);
    return answer.length - answer.indexOf('\r\n\r\n') - 4 === length;
  };
  await expect.poll(isWhole).toBe(true);
  const closed = new Promise((resolve) => next.once('close', resolve));
  next.pause();
  next.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${String(port)}\r\n\r\n`);
  await expect.poll(() => connectionsOf(app), { timeout: 10_000 }).toBe(1);
  // A client notices the reset of its connection only when it reads again.
  next.resume();
  await closed;
  expect(await connectionsOf(app)).toBe(1);
});
