import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SOUND_PROBE_BYTES } from '../src/server/posts/inspect-file.ts';
import type { Figure } from './figure.ts';
import { quantile } from './process-usage.ts';
import { startSavelet } from './server-process.ts';
import { startTiktokUpstream } from './tiktok-upstream.ts';

/**
 * Number of measured cold previews. Together with the previews of the warm-up, it stays below the hourly limit of requests to a platform,
 * so that the limit does not affect the result.
 */
const COLD_PREVIEWS = 200;
const CACHED_PREVIEWS = 1_000;
/**
 * Number of cached posts that are requested in turn. The server keeps the sealed links of fewer posts, so it seals the links again for each
 * request.
 */
const SEALED_POSTS = 40;
const GOAL_COLD_MS = 5;
const GOAL_CACHED_MS = 0.5;
/** Request header for the part of a clip that a preview reads. */
const PART_HEADER = { range: `bytes=0-${SOUND_PROBE_BYTES - 1}` };
const FIRST_ID = 7_400_000_000_000_100_000n;

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

/**
 * Measures the latency of cold and cached previews for a client on the same machine. The server's own share of a cold preview is its time
 * without the two round trips to the upstream (for the page, and then for the sizes in parallel) and without the round trip to the client.
 */
export const benchPreview = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const upstream = await startTiktokUpstream();
  const savelet = await startSavelet({ DATA_DIR: folder, ...upstream.routes });
  try {
    for (let warm = 0n; warm < 50n; warm += 1n) await preview(savelet.origin, FIRST_ID - 1n - warm);
    const coldTimes: number[] = [];
    const upstreamTimes: number[] = [];
    for (let index = 0n; index < BigInt(COLD_PREVIEWS); index += 1n) {
      coldTimes.push(await timed(() => preview(savelet.origin, FIRST_ID + index)));
      upstreamTimes.push(
        await timed(async () => {
          await (await fetch(`${upstream.origin}/@_/video/${FIRST_ID + index}`)).text();
          await (await fetch(`${upstream.origin}/clip.mp4`, { headers: PART_HEADER })).arrayBuffer();
        }),
      );
    }
    const hopTimes: number[] = [];
    const cachedTimes: number[] = [];
    const sealedTimes: number[] = [];
    for (let index = 0; index < CACHED_PREVIEWS; index += 1) {
      hopTimes.push(await timed(async () => (await fetch(`${savelet.origin}/healthz`)).arrayBuffer()));
      cachedTimes.push(await timed(() => preview(savelet.origin, FIRST_ID)));
      sealedTimes.push(
        await timed(() => preview(savelet.origin, FIRST_ID + 1n + BigInt(index % SEALED_POSTS))),
      );
    }
    const before = upstream.pages();
    await Promise.all(Array.from({ length: 1_000 }, () => preview(savelet.origin, FIRST_ID + 1_000_000n)));
    const hopMs = quantile(hopTimes);
    const ownMs = quantile(coldTimes) - quantile(upstreamTimes) - hopMs;
    const ownShare = (what: string, times: readonly number[]): Figure => ({
      title: `preview: ${what}: server's own share p50`,
      value: quantile(times) - hopMs,
      unit: 'ms',
      goal: { atMost: GOAL_CACHED_MS },
    });
    return [
      {
        title: "preview: cold: server's own share p50",
        value: ownMs,
        unit: 'ms',
        goal: { atMost: GOAL_COLD_MS },
      },
      { title: 'preview: cold: p50', value: quantile(coldTimes), unit: 'ms' },
      { title: 'preview: cold: p95', value: quantile(coldTimes, 0.95), unit: 'ms' },
      ownShare('cached', cachedTimes),
      ownShare('cached, links sealed again', sealedTimes),
      { title: 'preview: cached: p95', value: quantile(cachedTimes, 0.95), unit: 'ms' },
      {
        title: 'preview: 1000 equal requests at once: pages read',
        value: upstream.pages() - before,
        unit: '',
        goal: { atMost: 1 },
      },
    ];
  } finally {
    await savelet.stop();
    upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
};
