import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTicketSealer } from '../../../src/server/media/tickets/ticket-sealer.ts';
import { startUpstream, type Upstream, until } from '../loopback-upstream.ts';
import { CDN, mediaBytes, ticketFor } from '../tunnel-front.ts';
import { MAIN, type RunningProcess, START_SCRIPT, startProcess } from './running-process.ts';
import { downloadSlowly } from './slow-reader.ts';

const SECRET = 'a secret of these tests alone';
const FILE = mediaBytes(30 * 1024 * 1024);
const SHA256 = createHash('sha256').update(FILE).digest('hex');
const BYTES_PER_SECOND = 12 * 1024 * 1024;
const GONE_WITHIN_MS = 1_000;
/** Longer than any kept-alive connection could keep the process running. */
const TEST_MS = 40_000;

let upstream: Upstream;
const running: RunningProcess[] = [];

const start = async (args: readonly string[], environment: Record<string, string> = {}) => {
  const started = await startProcess(args, {
    SECRET,
    UPSTREAM_ROUTES: `${CDN}=${upstream.origin}`,
    ...environment,
  });
  running.push(started);
  return started;
};

const mediaUrl = (origin: string): string =>
  `${origin}/api/media/${createTicketSealer({ secret: SECRET }).seal(ticketFor({ size: FILE.length }))}?download`;

/** Starts a download of which a good part is still to come. */
const begin = async (one: RunningProcess) => {
  const download = await downloadSlowly(mediaUrl(await one.origin()), BYTES_PER_SECOND);
  await until(() => download.received() > 2 * 1024 * 1024, 10_000);
  return download;
};

beforeAll(async () => {
  upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(FILE.length) });
    response.end(FILE);
  });
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.remove();
});
afterAll(() => upstream?.close());

describe('a stop of the whole process group during a download of a slow reader', { timeout: TEST_MS }, () => {
  it.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT'] as const)(
    'lets the file finish on %s, then the process exits with code 0',
    async (signal) => {
      const one = await start(START_SCRIPT);
      const download = await begin(one);
      one.signalGroup(signal);
      await sleep(300);
      one.signalGroup(signal);
      const { sha256, bytes, lastByteAt } = await download.done;
      const ended = await one.ended;
      expect([bytes, sha256]).toEqual([FILE.length, SHA256]);
      expect(ended).toMatchObject({ code: 0, signal: null });
      expect(ended.at - lastByteAt).toBeLessThan(GONE_WITHIN_MS);
    },
  );

  it('ends at once on a further signal later than a second', async () => {
    const one = await start(MAIN);
    const download = await begin(one);
    one.child.kill('SIGTERM');
    await sleep(1_100);
    one.child.kill('SIGTERM');
    const ended = await one.ended;
    expect(ended).toMatchObject({ code: 1, signal: null });
    expect((await download.done).bytes).toBeLessThan(FILE.length);
  });

  it('cuts the remaining transfers when the drain time is over, and logs it', async () => {
    const one = await start(MAIN, { DRAIN_SECONDS: '1' });
    const download = await begin(one);
    const stoppedAt = performance.now();
    one.child.kill('SIGTERM');
    const ended = await one.ended;
    expect(ended).toMatchObject({ code: 1, signal: null });
    expect(ended.at - stoppedAt).toBeGreaterThan(900);
    expect((await download.done).bytes).toBeLessThan(FILE.length);
    expect(one.output()).toContain('DRAIN_SECONDS');
  });
});

describe('draining', { timeout: TEST_MS }, () => {
  const connectTo = async (origin: string): Promise<net.Socket> => {
    const socket = net.connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };

  it('does not wait for connections without a request, nor for event streams', async () => {
    const one = await start(MAIN);
    const origin = await one.origin();
    const { host } = new URL(origin);
    const [unused, half, idle, stream] = await Promise.all([1, 2, 3, 4].map(() => connectTo(origin)));
    half?.write('GET / HT');
    idle?.write(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    stream?.write(`GET /api/live HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    await Promise.all([idle, stream].map((socket) => once(socket as net.Socket, 'data')));
    const closed = Promise.all([unused, half, idle, stream].map((socket) => once(socket!.resume(), 'close')));
    const stoppedAt = performance.now();
    one.child.kill('SIGTERM');
    const ended = await one.ended;
    await closed;
    expect(ended).toMatchObject({ code: 0, signal: null });
    // Event streams whose client does not read get half a second.
    expect(ended.at - stoppedAt).toBeLessThan(2_000);
  });

  it('rejects a new request on a kept-alive connection that is still busy, and closes it', async () => {
    const one = await start(MAIN);
    const origin = await one.origin();
    const { host, pathname, search } = new URL(mediaUrl(origin));
    // Pipelined: the second request is read while the first one's file is being sent.
    const socket = await connectTo(origin);
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    one.child.kill('SIGTERM');
    await until(() => one.output().includes('stopping'), 5_000);
    socket.write(`GET /readyz HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    let tail = '';
    socket.on('data', (piece: Buffer) => {
      tail = (tail + piece.toString('latin1')).slice(-4_000);
    });
    socket.resume();
    await once(socket, 'close');
    expect(tail).toMatch(/HTTP\/1\.1 503 [\s\S]*connection: close/i);
    expect(tail).toContain('application/problem+json');
    expect(await one.ended).toMatchObject({ code: 0 });
  });

  it('accepts no new connection', async () => {
    const one = await start(MAIN);
    const origin = await one.origin();
    const download = await begin(one);
    one.child.kill('SIGTERM');
    await until(() => one.output().includes('stopping'), 5_000);
    const asked = http.get(`${origin}/healthz`, { agent: false });
    const refused = await Promise.race([
      once(asked, 'response').then(() => false),
      once(asked, 'error').then(() => true),
    ]).catch(() => true);
    expect(refused).toBe(true);
    expect((await download.done).sha256).toBe(SHA256);
  });
});
