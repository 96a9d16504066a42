import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIVE_FULL_RETRY_SECONDS } from '../../src/server/site/live/live-limits.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const PER_NETWORK = vi.hoisted(() => 2);
vi.mock('../../src/server/site/live/live-limits.ts', async (original) => ({
  ...(await original<typeof import('../../src/server/site/live/live-limits.ts')>()),
  LIVE_STREAMS_PER_NETWORK_MAX: PER_NETWORK,
}));

let test: TestApp;
let streams: Response[] = [];
afterEach(async () => {
  for (const stream of streams) if (!stream.bodyUsed) await stream.body?.cancel();
  streams = [];
  await test.app.close();
});

const start = async (
  environment: Record<string, string> = {},
): Promise<(from?: string) => Promise<Response>> => {
  test = await createTestApp(environment);
  const origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
  return async (from) => {
    const answer = await fetch(`${origin}/api/live`, {
      headers: from === undefined ? {} : { 'x-forwarded-for': from },
    });
    streams.push(answer);
    return answer;
  };
};
const statuses = async (open: (from?: string) => Promise<Response>, ...from: (string | undefined)[]) => {
  const all: number[] = [];
  for (const one of from) all.push((await open(one)).status);
  return all;
};

describe('live streams of one network', () => {
  it('are limited, and another network has its own', async () => {
    const open = await start({ TRUST_PROXY: '127.0.0.1' });
    const one = '203.0.113.7';
    expect(await statuses(open, one, one, one, '203.0.113.8')).toEqual([200, 200, 503, 200]);
    expect(streams[2]?.headers.get('retry-after')).toBe(String(LIVE_FULL_RETRY_SECONDS));
    expect(await streams[2]?.json()).toMatchObject({ code: 'overloaded' });
    await streams[0]?.body?.cancel();
    await expect.poll(() => statuses(open, one)).toEqual([200]);
  });

  it('are counted per IPv6 household, and together with an IPv4-mapped address', async () => {
    const open = await start({ TRUST_PROXY: '127.0.0.1' });
    const household = ['2001:db8:1:2ff::1', '2001:db8:1:200::2', '2001:db8:1:2aa::3', '2001:db8:1:300::1'];
    expect(await statuses(open, ...household)).toEqual([200, 200, 503, 200]);
    expect(await statuses(open, '203.0.113.9', '::ffff:203.0.113.9', '203.0.113.9')).toEqual([200, 200, 503]);
  });

  it('are counted per IPv6 /48, too, which has eight times as many', async () => {
    const open = await start({ TRUST_PROXY: '127.0.0.1' });
    const households = Array.from({ length: 17 }, (_, at) => `2001:db8:1:${(at >> 1).toString(16)}00::1`);
    const all = await statuses(open, ...households, '2001:db8:2::1');
    expect(all).toEqual([...Array<number>(16).fill(200), 503, 200]);
    await streams[0]?.body?.cancel();
    await expect.poll(() => statuses(open, '2001:db8:1:900::1')).toEqual([200]);
  });

  it('cannot be increased by a forged header', async () => {
    const open = await start({ TRUST_PROXY: '127.0.0.1' });
    const forged = (at: number) => `198.51.100.${String(at)}, 203.0.113.7`;
    expect(await statuses(open, forged(1), forged(2), forged(3))).toEqual([200, 200, 503]);
  });

  it("have no limit behind an unnamed proxy on this machine, and one caller's limit without a proxy", async () => {
    const open = await start();
    const visitors = Array.from({ length: PER_NETWORK + 2 }, (_, at) => `203.0.113.${String(at)}`);
    expect(new Set(await statuses(open, ...visitors))).toEqual(new Set([200]));
    expect(await statuses(open, undefined, undefined, undefined)).toEqual([200, 200, 503]);
  });
});
