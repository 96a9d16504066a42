import { expect, it } from 'vitest';
import { createSlots } from '../limits/slots.ts';
import type { EngineRecord } from '../posts/engine-health.ts';
import { createMetrics } from './metrics.ts';
import { addStateGauges, type MeasuredState } from './state-gauges.ts';

const recordOf = (over: Partial<EngineRecord>): EngineRecord => ({
  engine: 'native',
  platform: 'tiktok',
  budget: null,
  breaker: 'closed',
  openUntil: null,
  limitedUntil: null,
  lately: { asked: 0, ok: 0 },
  medianMs: null,
  p95Ms: null,
  lastSeen: null,
  lastSuccess: null,
  hangs: false,
  failures: [],
  ...over,
});

const measure = async (over: Partial<MeasuredState> = {}) => {
  const metrics = createMetrics();
  const slots = () => createSlots({ perNetwork: 1, total: 1, maxQueueLength: 3, waitMs: 60_000 });
  const traffic = { streams: slots(), thumbnails: slots() };
  await addStateGauges({
    metrics,
    database: { kind: 'postgres', ping: async () => undefined },
    traffic,
    hub: { openStreams: () => ({ site: 3, panel: 1, access: 0 }) },
    engineRecords: () => [],
    registry: { healthOf: () => ({ load: () => ({ running: 2, waiting: 7 }) }) as never },
    ...over,
  });
  return { traffic, scrape: () => metrics.registry.metrics() };
};

it('shows engines that are skipped, on which platform, and how many runs wait', async () => {
  let records = [
    recordOf({ breaker: 'open' }),
    recordOf({ platform: 'instagram', breaker: 'probing', limitedUntil: 1_000 }),
    recordOf({ engine: 'yt-dlp' }),
  ];
  const { scrape } = await measure({ engineRecords: () => records });
  const first = await scrape();
  expect(first).toContain('savelet_engine_circuit_open{engine="native",platform="tiktok"} 1');
  expect(first).toContain('savelet_engine_circuit_open{engine="native",platform="instagram"} 1');
  expect(first).toContain('savelet_engine_circuit_open{engine="yt-dlp",platform="tiktok"} 0');
  expect(first).toContain('savelet_engine_paused{engine="native",platform="instagram"} 1');
  expect(first).toContain('savelet_engine_paused{engine="native",platform="tiktok"} 0');
  expect(first).toContain('savelet_engine_queue_running{engine="yt-dlp",platform="tiktok"} 2');
  expect(first).toContain('savelet_engine_queue_waiting{engine="yt-dlp",platform="tiktok"} 7');
  records = [recordOf({})];
  const second = await scrape();
  expect(second).toContain('savelet_engine_circuit_open{engine="native",platform="tiktok"} 0');
  expect(second, 'an engine that is no longer set up').not.toContain('yt-dlp');
});

it('shows the transfers that run and wait, and the open streams', async () => {
  const { traffic, scrape } = await measure();
  const leaving = new AbortController();
  const slot = traffic.streams.open('a');
  const waits = ['b', 'c'].map((key) => traffic.streams.acquire(key, leaving.signal).catch(() => null));
  const busy = await scrape();
  expect(busy).toContain('savelet_transfers_running{kind="file"} 1');
  expect(busy).toContain('savelet_transfers_waiting{kind="file"} 2');
  expect(busy).toContain('savelet_transfers_running{kind="thumbnail"} 0');
  expect(busy).toContain('savelet_live_streams{topic="site"} 3');
  leaving.abort();
  slot?.release();
  await Promise.all(waits);
  const idle = await scrape();
  expect(idle).toContain('savelet_transfers_running{kind="file"} 0');
  expect(idle).toContain('savelet_transfers_waiting{kind="file"} 0');
});

it.each([
  ['works', async () => undefined, 1],
  ['fails', () => Promise.reject(new Error('away')), 0],
  ['stands still', () => new Promise<void>(() => undefined), 0],
])('shows within a second whether a database answers that %s', async (_name, ping, up) => {
  const { scrape } = await measure({ database: { kind: 'postgres', ping } });
  const began = performance.now();
  const text = await scrape();
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(text).toContain(`savelet_database_up{kind="postgres"} ${up}`);
  expect(text).toMatch(/^savelet_database_ping_seconds\{kind="postgres"\} 0?\.?\d/m);
});
