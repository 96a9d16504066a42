import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../base/config/read-config.ts';
import type { SlidingWindows } from './sliding-windows.ts';
import type { StreamLimiter } from './stream-limiter.ts';
import { createTrafficLimits } from './traffic-limits.ts';

const PROXY = '10.0.0.1';
const never = new AbortController().signal;

const create = () => createTrafficLimits(readConfig({}).allowance, (address) => address === PROXY);

/** Takes slots until a request has to wait. Returns how many there were and how the wait ends. */
const fill = async (limiter: StreamLimiter, keyOf: (at: number) => string) => {
  for (let taken = 0; ; taken += 1) {
    let refusal: unknown = null;
    const entering = limiter.acquire(keyOf(taken), never).then((slot) => {
      refusal = slot;
    });
    await vi.advanceTimersByTimeAsync(0);
    if (refusal === null) {
      await vi.advanceTimersByTimeAsync(4_999);
      expect(refusal).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      await entering;
      return { taken, refusal };
    }
  }
};

const allowed = (windows: SlidingWindows): number => {
  for (let count = 0; ; count += 1) if (!windows.take('a').ok) return count;
};

describe('createTrafficLimits', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each([
    ['8 files', 'streams', 8],
    ['96 thumbnails', 'thumbnails', 96],
  ] as const)(
    'allows one network %s, and refuses the next after five seconds',
    async (_what, name, count) => {
      expect(await fill(create()[name], () => 'a')).toEqual({
        taken: count,
        refusal: { ok: false, full: 'network' },
      });
    },
  );

  it.each([
    ['1,000 files', 'streams', 1_000],
    ['500 thumbnails', 'thumbnails', 500],
  ] as const)('allows all networks %s', async (_what, name, count) => {
    expect(await fill(create()[name], (at) => `network ${String(at)}`)).toEqual({
      taken: count,
      refusal: { ok: false, full: 'server' },
    });
  });

  it('counts files and thumbnails separately', async () => {
    const { streams, thumbnails } = create();
    await fill(streams, () => 'a');
    expect(await thumbnails.acquire('a', never)).toMatchObject({ ok: true });
  });

  it('limits media requests, HEAD requests and session lookups per minute', () => {
    const { mediaRequests, upstreamHeads, sessionLookups } = create();
    expect([mediaRequests, upstreamHeads, sessionLookups].map(allowed)).toEqual([1_200, 30, 300]);
  });

  it('allows one address 256 connections, and does not limit a trusted proxy', () => {
    const { connections } = create();
    const open = (address: string) =>
      Array.from({ length: 300 }, () => connections.open(address)).filter((end) => end !== null).length;
    expect([open('192.0.2.7'), open('192.0.2.8'), open(PROXY)]).toEqual([256, 256, 300]);
  });
});
