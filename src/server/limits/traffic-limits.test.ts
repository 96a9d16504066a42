import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../base/config/read-config.ts';
import type { Slots } from './slots.ts';
import { createPreviewLimiter, createTrafficLimits, type PreviewAdmission } from './traffic-limits.ts';
import { createMemoryWindows, type MemoryWindows } from './windows.ts';

const PROXY = '10.0.0.1';
const never = new AbortController().signal;

const create = (environment: Record<string, string> = {}) =>
  createTrafficLimits(readConfig(environment).allowance, (address) => address === PROXY);

/** Takes slots until a request has to wait. Returns how many there were and how the wait ends. */
const fill = async (limiter: Slots, keyOf: (at: number) => string) => {
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

const allowed = (windows: MemoryWindows): number => {
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
    const { openConnection } = create();
    const open = (address: string) =>
      Array.from({ length: 300 }, () => openConnection(address)).filter((end) => end !== null).length;
    expect([open('192.0.2.7'), open('192.0.2.8'), open(PROXY)]).toEqual([256, 256, 300]);
  });

  it('limits the connections of each IPv4 address and each IPv6 /56 separately', () => {
    const { openConnection } = create({ CONNECTIONS_AT_ONCE: '2' });
    const end = openConnection('192.0.2.7');
    expect(openConnection('::ffff:192.0.2.7')).not.toBeNull();
    expect(openConnection('192.0.2.7')).toBeNull();
    end?.();
    expect(openConnection('192.0.2.7')).not.toBeNull();
    expect(openConnection('192.0.2.7')).toBeNull();
    expect(openConnection('2001:db8:1:2ff::1')).not.toBeNull();
    expect(openConnection('2001:db8:1:200::2')).not.toBeNull();
    expect(openConnection('2001:db8:1:2aa::3')).toBeNull();
    expect(openConnection('2001:db8:1:300::1')).not.toBeNull();
  });

  it('limits the connections of an IPv6 /48 to eight times as many', () => {
    const { openConnection } = create({ CONNECTIONS_AT_ONCE: '2' });
    const opened = Array.from({ length: 18 }, (_, at) =>
      openConnection(`2001:db8:1:${(at >> 1).toString(16)}00::1`),
    );
    expect(opened.map((end) => end !== null)).toEqual([...Array<boolean>(16).fill(true), false, false]);
    expect(openConnection('2001:db8:2::1')).not.toBeNull();
    opened[0]?.();
    expect(openConnection('2001:db8:1:800::1')).not.toBeNull();
    expect(openConnection('2001:db8:1:800::1')).toBeNull();
  });
});

const setUp = () => {
  let time = 0;
  const limiter = createPreviewLimiter(
    { previewsPerMinute: 20, previewsPerHour: 200, maxConcurrentPreviews: 5 },
    (_name, windows) => createMemoryWindows(windows, { now: () => time }),
  );
  const run = async (key = 'a'): Promise<PreviewAdmission> => {
    const admission = await limiter.start(key);
    if (admission.ok) admission.release();
    return admission;
  };
  return {
    limiter,
    run,
    wait: (seconds: number) => {
      time += seconds * 1_000;
    },
  };
};

describe('createPreviewLimiter', () => {
  it('allows 20 a minute and 200 an hour', async () => {
    const { run, wait } = setUp();
    for (let more = 0; more < 20; more += 1) expect((await run()).ok).toBe(true);
    expect(await run()).toMatchObject({ ok: false, retryAfter: 60 });
    for (let minute = 1; minute < 10; minute += 1) {
      wait(60);
      for (let more = 0; more < 20; more += 1) expect((await run()).ok).toBe(true);
    }
    wait(60);
    expect(await run()).toMatchObject({ ok: false, retryAfter: 3_000 });
    expect((await run('b')).ok).toBe(true);
    wait(3_000);
    for (let more = 0; more < 20; more += 1) expect((await run()).ok).toBe(true);
  });

  it('allows five in flight, and does not count refused ones in the windows', async () => {
    const { limiter, run } = setUp();
    const open = await Promise.all(Array.from({ length: 5 }, () => limiter.start('a')));
    expect(open.every(({ ok }) => ok)).toBe(true);
    expect(await run()).toEqual({ ok: false, retryAfter: 3, states: [] });
    expect((await run('b')).ok).toBe(true);
    const [first] = open;
    if (first?.ok) {
      first.release();
      first.release();
    }
    const next = await limiter.start('a');
    expect(next).toMatchObject({ ok: true });
    expect(next.states[0]).toMatchObject({ remaining: 14 });
    expect((await run()).ok).toBe(false);
  });

  it('allows the networks of a block eight times as many in flight together', async () => {
    const { limiter } = setUp();
    const open = await Promise.all(
      Array.from({ length: 45 }, (_, at) => limiter.start(`block/${String(at % 15)}`)),
    );
    expect(open.filter(({ ok }) => ok)).toHaveLength(40);
    expect((await limiter.start('other/1')).ok).toBe(true);
    const [first] = open;
    if (first?.ok) first.release();
    expect((await limiter.start('block/20')).ok).toBe(true);
    expect((await limiter.start('block/20')).ok).toBe(false);
  });
});
