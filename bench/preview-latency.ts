import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { quantile } from './process-usage.ts';
import { startSavelet } from './server-process.ts';
import { tiktokVideoPage } from './tiktok-page.ts';

/**
 * Number of cold previews. Together with the warm-up it stays below the hourly upstream quota, so that rate limiting
 * does not affect the result.
 */
const COLD = 200;
const CACHED = 1_000;
const FIRST_ID = 7_400_000_000_000_100_000n;

/** Starts an upstream without delays: a TikTok page for any id, and one byte of its media. */
const startUpstream = async () => {
  let calls = 0;
  const server = http.createServer((request, response) => {
    calls += 1;
    const id = /\/video\/(\d+)/.exec(request.url ?? '')?.[1];
    if (id !== undefined) {
      response.setHeader('content-type', 'text/html');
      response.end(tiktokVideoPage(id));
      return;
    }
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-range': 'bytes 0-0/1000000',
      'content-length': '1',
    });
    response.end(Buffer.of(0));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, calls: () => calls, close: () => server.close() };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const preview = async (origin: string, id: bigint): Promise<void> => {
  const response = await fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `https://www.tiktok.com/@mock.user/video/${id}` }),
  });
  if (response.status !== 200)
    throw new Error(`preview answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
};

const summary = (name: string, values: readonly number[]): string =>
  `${name}: p50 ${quantile(values, 0.5).toFixed(2)} ms, p95 ${quantile(values, 0.95).toFixed(2)} ms (${values.length} calls)`;

/**
 * Measures the latency of cold and cached previews for a client on the same machine. The server's own share of a cold
 * preview is the rest after the upstream's two round trips (page, then sizes in parallel) and the round trip to the
 * client.
 */
export const benchPreview = async (): Promise<string[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const upstream = await startUpstream();
  const savelet = await startSavelet({
    DATA_DIR: folder,
    UPSTREAM_ROUTES: `*.tiktok.com=${upstream.origin},*.tiktokcdn.com=${upstream.origin}`,
  });
  try {
    for (let warm = 0n; warm < 50n; warm += 1n) await preview(savelet.origin, FIRST_ID - 1n - warm);
    const cold: number[] = [];
    const trips: number[] = [];
    for (let index = 0n; index < BigInt(COLD); index += 1n) {
      cold.push(await timed(() => preview(savelet.origin, FIRST_ID + index)));
      trips.push(
        await timed(async () => {
          await (await fetch(`${upstream.origin}/@_/video/${FIRST_ID + index}`)).text();
          await (await fetch(`${upstream.origin}/media.mp4`)).arrayBuffer();
        }),
      );
    }
    const hops: number[] = [];
    for (let index = 0; index < CACHED; index += 1)
      hops.push(await timed(async () => (await fetch(`${savelet.origin}/healthz`)).arrayBuffer()));
    const cached: number[] = [];
    for (let index = 0; index < CACHED; index += 1)
      cached.push(await timed(() => preview(savelet.origin, FIRST_ID)));
    const before = upstream.calls();
    await Promise.all(Array.from({ length: 1_000 }, () => preview(savelet.origin, FIRST_ID + 1_000_000n)));
    const hop = quantile(hops, 0.5);
    const own = quantile(cold, 0.5) - quantile(trips, 0.5) - hop;
    return [
      summary('preview, cold', cold),
      summary("  of it the upstream's two round trips", trips),
      summary('  of it the round trip to this client (a health check)', hops),
      `  server's own share p50: ${own.toFixed(2)} ms`,
      summary('preview, from cache', cached),
      `  server's own share p50: ${(quantile(cached, 0.5) - hop).toFixed(2)} ms`,
      `1,000 equal concurrent requests: ${upstream.calls() - before} upstream requests (one page, four sizes)`,
    ];
  } finally {
    await savelet.stop();
    upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
};
