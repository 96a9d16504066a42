import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { CDN_HOST, CERTIFICATES, clipPath, MEASURED_SECRET } from './measured-clip.ts';
import { peakResidentBytes, quantile, resetPeak, residentBytes } from './process-usage.ts';
import { freePort, type RunningProcess, startSavelet } from './server-process.ts';
import { startTiktokUpstream } from './tiktok-upstream.ts';

const FILE_BYTES = 256 * 1024 * 1024;
const STREAMS = 1_000;
/** Maximum number of connections that are opened at once, so that no accept queue overflows. */
const CONCURRENT_CONNECTS = 50;
/**
 * Time to wait after opening the streams. It is longer than the time after which the server frees the upstream connection of a stream that
 * its client does not read.
 */
const SETTLE_MS = 8_000;
const FREE_MS = 2_000;
/** Number of bytes that a slow client reads each second, more than the server's minimum. */
const SLOW_BYTES_PER_SECOND = 16 * 1024;
const LOOPBACK_HOSTS = 200;
/** Number of posts that are previewed. The first preview of a post reads its page; later previews of it come from the cache. */
const POSTS = 40;
const FIRST_ID = 7_400_000_000_000_100;

const block = Buffer.alloc(64 * 1024, 7);
block.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');

/** Starts an upstream that sends a file, from the requested byte on, as fast as the server reads it. `isSecure`: over TLS. */
const startUpstream = async (isSecure: boolean) => {
  const answer = ({ headers }: http.IncomingMessage, response: http.ServerResponse): void => {
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    let left = FILE_BYTES - start;
    response.writeHead(start === 0 ? 200 : 206, {
      'content-type': 'video/mp4',
      'content-length': String(left),
      'accept-ranges': 'bytes',
      ...(start > 0 && { 'content-range': `bytes ${start}-${FILE_BYTES - 1}/${FILE_BYTES}` }),
    });
    const send = (): void => {
      while (left > 0) {
        const piece = block.subarray(0, Math.min(left, block.length));
        left -= piece.length;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', send);
    send();
  };
  const server = isSecure
    ? https.createServer(
        { key: readFileSync(CERTIFICATES.key), cert: readFileSync(CERTIFICATES.cert) },
        answer,
      )
    : http.createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`, close: () => server.close() };
};

/**
 * Opens a download and stops reading after the head of the response. `index` selects the loopback address of the client, because the server
 * limits the streams of one address. Throws if the status is not 200.
 */
const openPaused = async (origin: string, file: string, index: number): Promise<Socket> => {
  const { port } = new URL(origin);
  const socket = net.connect({
    host: '127.0.0.1',
    port: Number(port),
    localAddress: `127.0.0.${2 + (index % LOOPBACK_HOSTS)}`,
  });
  socket.on('error', () => undefined);
  socket.write(`GET ${file} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  if (!head.toString('latin1').startsWith('HTTP/1.1 200'))
    throw new Error(`download ${index}: ${head.toString('latin1', 0, 300)}`);
  return socket;
};

const openAll = async (origin: string, file: string): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  while (sockets.length < STREAMS) {
    const from = sockets.length;
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: CONCURRENT_CONNECTS }, (_, at) => openPaused(origin, file, from + at)),
      )),
    );
  }
  return sockets;
};

const closeAll = async (sockets: readonly Socket[]): Promise<void> => {
  for (const socket of sockets) socket.destroy();
  await wait(FREE_MS);
};

interface Probe {
  readonly delayP99Ms: number;
  readonly externalBytes: number;
  readonly handles: number;
}

const probe = async (port: number, target = '/'): Promise<Probe> =>
  (await (await fetch(`http://127.0.0.1:${port}${target}`)).json()) as Probe;

/** Requests the page and then a preview, `times` times in sequence. Returns the milliseconds of each pair of requests. */
const visit = async (origin: string, times: number): Promise<number[]> => {
  const all: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const start = performance.now();
    const page = await fetch(`${origin}/`);
    await page.arrayBuffer();
    const preview = await fetch(`${origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        url: `https://www.tiktok.com/@mock.user/video/${FIRST_ID + (count % POSTS)}000`,
      }),
    });
    if (!page.ok || !preview.ok)
      throw new Error(`a visitor was refused: ${page.status}, ${await preview.text()}`);
    all.push(performance.now() - start);
    await wait(20);
  }
  return all;
};

/**
 * Reads SLOW_BYTES_PER_SECOND, or what has arrived if that is less, from every stream each second. Resolves with the number of bytes that
 * all sockets together received in that time.
 */
const readSlowly = async (sockets: readonly Socket[], seconds: number): Promise<number> => {
  const before = sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
  for (let second = 0; second < seconds; second += 1) {
    const start = performance.now();
    for (const socket of sockets) {
      let taken = 0;
      while (taken < SLOW_BYTES_PER_SECOND) {
        const piece = socket.read() as Buffer | null;
        if (piece === null) break;
        taken += piece.length;
      }
    }
    await wait(Math.max(0, 1_000 - (performance.now() - start)));
  }
  return sockets.reduce((sum, socket) => sum + socket.bytesRead, 0) - before;
};

const KB = 1_000;
const MB = 1_000_000;
/**
 * Goals: maximum KB of memory for each stream, maximum delay of the event loop in ms (99th percentile), and maximum percentage by which the
 * second peak of the memory exceeds the first.
 */
const GOAL_KB = 100;
const GOAL_DELAY_MS = 40;
const GOAL_SECOND_PEAK_PERCENT = 5;
/**
 * Maximum growth of the external memory, in MB, after all streams have been closed. The rest are buffers and lists that the server keeps.
 */
const GOAL_GROWTH_MB = 4;
const SLOW_SECONDS = 5;

const measure = async (label: string, isSecure: boolean): Promise<Figure[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const upstream = await startUpstream(isSecure);
  const posts = await startTiktokUpstream();
  const probePort = await freePort();
  let savelet: RunningProcess | null = null;
  try {
    savelet = await startSavelet({
      SECRET: MEASURED_SECRET,
      DATA_DIR: path.join(folder, 'data'),
      NODE_EXTRA_CA_CERTS: CERTIFICATES.authority,
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'server-probe.mjs')}`,
      SAVELET_BENCH_PROBE: String(probePort),
      UPSTREAM_ROUTES: `${CDN_HOST}=${upstream.origin},${posts.routes.UPSTREAM_ROUTES}`,
    });
    const { origin, pid } = savelet;
    const file = clipPath('/clip.mp4', FILE_BYTES);
    await closeAll(
      await Promise.all(Array.from({ length: CONCURRENT_CONNECTS }, (_, at) => openPaused(origin, file, at))),
    );
    await visit(origin, POSTS);
    const idle = await residentBytes(pid);
    const idleProbe = await probe(probePort);
    const figures: Figure[] = [];
    const peaks: number[] = [];
    /** Adds the figures of the present state, in which all streams are open. `visits` are the times of requests in this state, in ms. */
    const addFigures = async (what: string, visits: readonly number[]): Promise<void> => {
      const { delayP99Ms } = await probe(probePort);
      figures.push(
        {
          title: `${what}: memory of each`,
          value: ((await residentBytes(pid)) - idle) / STREAMS / KB,
          unit: 'KB',
          goal: { atMost: GOAL_KB },
        },
        { title: `${what}: event loop p99`, value: delayP99Ms, unit: 'ms', goal: { atMost: GOAL_DELAY_MS } },
        { title: `${what}: page and preview p50`, value: quantile(visits), unit: 'ms' },
        { title: `${what}: page and preview p99`, value: quantile(visits, 0.99), unit: 'ms' },
      );
    };
    for (const wave of [1, 2]) {
      const what = `waiting: ${label} upstream: wave ${wave}: ${STREAMS}`;
      await resetPeak(pid);
      const sockets = await openAll(origin, file);
      await wait(SETTLE_MS);
      await probe(probePort, '/reset');
      await addFigures(`${what} paused`, await visit(origin, 100));
      await probe(probePort, '/reset');
      const [bytes, visits] = await Promise.all([readSlowly(sockets, SLOW_SECONDS), visit(origin, 150)]);
      const rate = (bytes / STREAMS / SLOW_SECONDS / KB).toFixed(0);
      await addFigures(`${what} slow (${rate} KB/s each)`, visits);
      peaks.push(await peakResidentBytes(pid));
      await closeAll(sockets);
      const after = await probe(probePort);
      figures.push(
        {
          title: `${what}: ${FREE_MS / 1_000} s later: external memory`,
          value: (after.externalBytes - idleProbe.externalBytes) / MB,
          unit: 'MB more',
          goal: { atMost: GOAL_GROWTH_MB },
        },
        {
          title: `${what}: ${FREE_MS / 1_000} s later: handles`,
          value: after.handles - idleProbe.handles,
          unit: 'more',
          goal: { atMost: CONCURRENT_CONNECTS },
        },
      );
    }
    figures.push({
      title: `waiting: ${label} upstream: second peak`,
      value: ((peaks[1] ?? 0) / (peaks[0] ?? 1) - 1) * 100,
      unit: '% above the first',
      goal: { atMost: GOAL_SECOND_PEAK_PERCENT },
    });
    return figures;
  } finally {
    await savelet?.stop();
    upstream.close();
    posts.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Measures the memory, the event-loop delay and the time of a page with a preview while 1,000 downloads are paused or slow, and the memory
 * and handles that remain after the downloads have been closed.
 */
export const benchWaiting = async (): Promise<Figure[]> => [
  ...(await measure('plain', false)),
  ...(await measure('TLS', true)),
];
