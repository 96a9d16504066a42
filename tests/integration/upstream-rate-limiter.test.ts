import { beforeEach, describe, expect, it } from 'vitest';
import { type Requesters, shareOf } from '../../src/server/limits/requester.ts';
import { createEngineHealthRegistry, queueRulesOf } from '../../src/server/posts/engine-health.ts';
import { createEngineQueue, type EnterResult, type QueueRules } from '../../src/server/posts/engine-queue.ts';
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { visitorOf } from '../requesters.ts';

const RULES: QueueRules = { concurrency: 2, maxQueue: 3, freePerHour: 4, gapMs: 3_000 };
const UNPACED = { ...RULES, freePerHour: Number.POSITIVE_INFINITY };
const HOUR_MS = 60 * 60 * 1_000;
const LONG_MS = 60_000;

let clock: ManualClock;
let strangers = 0;
beforeEach(() => {
  clock = createManualClock();
});

const networks = (...names: readonly string[]): Map<string, ReturnType<typeof visitorOf>> =>
  new Map(names.map((name) => shareOf(visitorOf(name))));
/** Creates a requester on a network of its own. */
const stranger = (): Requesters => {
  strangers += 1;
  return networks(`stranger ${strangers}`);
};

/** Calls a limiter, and records when each call was admitted or why it was rejected. */
const createCaller = (limiter = createEngineQueue(clock, RULES)) => {
  const began = clock.now();
  return (requesters = stranger(), waitMs = LONG_MS, signal = new AbortController().signal) => {
    const result = { entered: null as EnterResult | null, afterMs: null as number | null, left: false };
    limiter.enter({ waitMs, signal, requesters }).then(
      (entered) => {
        result.entered = entered;
        if (entered.ok) result.afterMs = clock.now() - began;
      },
      () => {
        result.left = true;
      },
    );
    return {
      met: result,
      leave: () => {
        if (result.entered?.ok === true) result.entered.leave();
      },
    };
  };
};
type LimiterCall = ReturnType<ReturnType<typeof createCaller>>;
const timesOf = (calls: readonly LimiterCall[]) => calls.map(({ met }) => met.afterMs);
const isRefused = ({ met }: LimiterCall): boolean => met.entered?.ok === false;

describe('concurrent runs', () => {
  it('are limited, and requests of equal networks start in order of arrival', async () => {
    const ask = createCaller(createEngineQueue(clock, UNPACED));
    const all = Array.from({ length: 5 }, () => ask());
    await clock.advance(0);
    expect(timesOf(all)).toEqual([0, 0, null, null, null]);
    await clock.advance(1_000);
    all[1]?.leave();
    all[1]?.leave();
    await clock.advance(1_000);
    expect(timesOf(all)).toEqual([0, 0, 1_000, null, null]);
    all[0]?.leave();
    all[2]?.leave();
    await clock.advance(0);
    expect(timesOf(all)).toEqual([0, 0, 1_000, 2_000, 2_000]);
  });

  it("reject a request when the queue is full of other networks' requests, or after the maximum wait", async () => {
    const ask = createCaller(createEngineQueue(clock, UNPACED));
    const all = Array.from({ length: 6 }, () => ask(stranger(), 5_000));
    await clock.advance(0);
    expect(all[5]?.met.entered).toEqual({ ok: false, retryAfter: 1, reason: 'queue_full' });
    await clock.advance(4_999);
    expect(all[2]?.met.entered).toBeNull();
    await clock.advance(1);
    expect(all.slice(2, 5).map(isRefused)).toEqual([true, true, true]);
  });

  it('skip a request that was aborted', async () => {
    const ask = createCaller(createEngineQueue(clock, UNPACED));
    const visitor = new AbortController();
    const first = [ask(), ask()];
    const leaving = ask(stranger(), LONG_MS, visitor.signal);
    const last = ask();
    visitor.abort();
    await clock.advance(0);
    first[0]?.leave();
    await clock.advance(0);
    expect([leaving.met.left, leaving.met.entered, last.met.afterMs]).toEqual([true, null, 0]);
    expect(ask(stranger(), LONG_MS, visitor.signal).met.entered).toBeNull();
  });

  it('leave the last free slot to a network that has none running', async () => {
    const ask = createCaller(createEngineQueue(clock, { ...UNPACED, concurrency: 3 }));
    const flood = networks('flood');
    const flooding = [ask(flood), ask(flood), ask(flood)];
    await clock.advance(0);
    expect(timesOf(flooding)).toEqual([0, 0, null]);
    const visitor = ask();
    await clock.advance(0);
    expect(visitor.met.afterMs).toBe(0);
    const next = ask();
    await clock.advance(10);
    visitor.leave();
    await clock.advance(0);
    expect([next.met.afterMs, flooding[2]?.met.afterMs]).toEqual([10, null]);
  });
});

describe('the queue', () => {
  const FLOOD = networks('flood');

  it('evicts the newest request of the network with the most, in favour of another network', async () => {
    const ask = createCaller(createEngineQueue(clock, { ...UNPACED, concurrency: 1 }));
    const running = ask(FLOOD);
    const flooding = [ask(FLOOD), ask(FLOOD), ask(FLOOD), ask(FLOOD)];
    await clock.advance(0);
    // When it exceeds the queue's length, its own newest request is rejected.
    expect(flooding.map(isRefused)).toEqual([false, false, false, true]);
    const visitors = [ask(), ask()];
    await clock.advance(0);
    expect(flooding.map(isRefused)).toEqual([false, true, true, true]);
    expect(visitors.map(isRefused)).toEqual([false, false]);
    // With one request from each of three networks, none takes precedence.
    const third = ask();
    await clock.advance(0);
    expect(isRefused(third)).toBe(true);
    expect(third.met.entered).toMatchObject({ retryAfter: expect.any(Number) });
    running.leave();
    await clock.advance(0);
    expect(timesOf(visitors)).toEqual([0, null]);
  });

  it('is served in turn: a network with many requests starts one for each of the others', async () => {
    const ask = createCaller(createEngineQueue(clock, { ...UNPACED, concurrency: 1, maxQueue: 50 }));
    const flooding = Array.from({ length: 20 }, () => ask(FLOOD));
    const visitor = networks('visitor');
    const visits = [ask(visitor), ask(visitor), ask()];
    const order: string[] = [];
    const all = [
      ...flooding.map((one) => ['flood', one] as const),
      ...visits.map((one) => ['visitor', one] as const),
    ];
    for (let step = 0; step < 6; step += 1) {
      await clock.advance(0);
      const started = all.find(([, { met }]) => met.entered?.ok === true);
      if (started === undefined) throw new Error('nothing runs');
      order.push(started[0]);
      all.splice(all.indexOf(started), 1);
      started[1].leave();
    }
    expect(order).toEqual(['flood', 'visitor', 'visitor', 'flood', 'visitor', 'flood']);
  });

  it('counts a request that several networks wait for as one of the network with the fewest', async () => {
    const ask = createCaller(createEngineQueue(clock, { ...UNPACED, concurrency: 1, maxQueue: 3 }));
    const running = ask(FLOOD);
    const popular = networks('flood');
    const flooding = [ask(FLOOD), ask(popular), ask(FLOOD)];
    await clock.advance(0);
    // A visitor requests a post that the flooding network waits for.
    popular.set(...shareOf(visitorOf('visitor')));
    const other = ask();
    await clock.advance(0);
    expect(flooding.map(isRefused)).toEqual([false, false, true]);
    running.leave();
    await clock.advance(0);
    expect([flooding[1]?.met.afterMs, other.met.afterMs]).toEqual([0, null]);
  });
});

describe('a queued request that another network joins', () => {
  it('starts in the free slot that the first network may not take', async () => {
    const ask = createCaller(createEngineQueue(clock, { ...UNPACED, concurrency: 3 }));
    const popular = networks('first');
    const running = [ask(networks('first')), ask(networks('first'))];
    const waiting = ask(popular);
    await clock.advance(1_000);
    expect(timesOf([...running, waiting])).toEqual([0, 0, null]);
    popular.set(...shareOf(visitorOf('second')));
    await clock.advance(1_000);
    expect(waiting.met.afterMs).toBeLessThanOrEqual(1_500);
    expect(waiting.met.entered).toMatchObject({ ok: true });
  });
});

describe('the starts of an hour', () => {
  it('are free up to a number, and then spaced out', async () => {
    const ask = createCaller();
    const only = networks('only one');
    const after: (number | null)[] = [];
    for (let count = 0; count < 6; count += 1) {
      const one = ask(only);
      await clock.advance(RULES.gapMs);
      one.leave();
      after.push(one.met.afterMs);
    }
    expect(after).toEqual([0, 3_000, 6_000, 9_000, 12_000, 15_000]);
    const [soon, sooner] = [ask(), ask()];
    await clock.advance(2 * RULES.gapMs);
    expect([soon.met.afterMs, sooner.met.afterMs]).toEqual([18_000, 18_000]);
  });

  it("of one network use up only a quarter of the others' budget", async () => {
    const { freePerHour, gapMs } = queueRulesOf('native', 'instagram');
    const limiter = createEngineQueue(clock, queueRulesOf('native', 'instagram'));
    const ask = createCaller(limiter);
    const heavy = networks('heavy');
    const began = clock.now();
    for (let count = 0; count < freePerHour + 10; count += 1) {
      const one = ask(heavy);
      await clock.advance(count < freePerHour ? 0 : gapMs);
      one.leave();
    }
    expect(clock.now() - began).toBe(10 * gapMs);
    const waiting = ask(heavy);
    const visitors = [];
    for (let count = 0; count < freePerHour * 0.75; count += 1) {
      const one = ask();
      await clock.advance(0);
      one.leave();
      visitors.push(one);
    }
    expect(new Set(timesOf(visitors))).toEqual(new Set([10 * gapMs]));
    expect(waiting.met.afterMs).toBeNull();
    const late = ask();
    await clock.advance(gapMs);
    // Once the free starts are used up, the network that has waited longest is next.
    expect([late.met.afterMs, waiting.met.afterMs]).toEqual([11 * gapMs, null]);
  });

  it('reject at once a request that cannot start in time', async () => {
    const ask = createCaller(createEngineQueue(clock, { ...RULES, concurrency: 100 }));
    for (let count = 0; count < RULES.freePerHour; count += 1) ask();
    await clock.advance(0);
    const [next, behind, tooLate] = [ask(stranger(), 7_000), ask(stranger(), 7_000), ask(stranger(), 7_000)];
    await clock.advance(0);
    expect(tooLate.met.entered).toEqual({ ok: false, retryAfter: 9, reason: 'queue_too_slow' });
    await clock.advance(6_000);
    expect([next.met.afterMs, behind.met.afterMs]).toEqual([3_000, 6_000]);
  });

  it('are forgotten after an hour', async () => {
    const ask = createCaller();
    for (let count = 0; count < RULES.freePerHour; count += 1) {
      const one = ask();
      await clock.advance(0);
      one.leave();
    }
    await clock.advance(HOUR_MS);
    const all = [ask(), ask()];
    await clock.advance(0);
    expect(timesOf(all)).toEqual([HOUR_MS, HOUR_MS]);
  });
});

describe('the rate limiters of the engines', () => {
  const { freePerHour, gapMs } = queueRulesOf('native', 'instagram');
  const ONLY = networks('only one');
  const startMany = async (registry: ReturnType<typeof createEngineHealthRegistry>, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const one = createCaller(registry.healthOf('native', 'instagram'))(ONLY);
      await clock.advance(0);
      one.leave();
    }
  };

  it("share one budget per platform where engines use this server's address", async () => {
    const registry = createEngineHealthRegistry({ clock });
    await startMany(registry, freePerHour);
    const others = [
      createCaller(registry.healthOf('yt-dlp', 'instagram'))(ONLY),
      createCaller(registry.healthOf('native', 'tiktok'))(ONLY),
      createCaller(registry.healthOf('provider', 'instagram'))(ONLY),
    ];
    await clock.advance(gapMs);
    expect(timesOf(others)).toEqual([gapMs, 0, 0]);
  });

  it('report how much of the hour is used up, and nothing where there is no limit', async () => {
    const registry = createEngineHealthRegistry({ clock });
    await startMany(registry, 3);
    const paces = () =>
      Object.fromEntries(
        registry
          .records(['native', 'yt-dlp', 'provider'])
          .filter(({ platform }) => platform === 'instagram')
          .map(({ engine, budget }) => [engine, budget]),
      );
    const used = { starts: 3, freePerHour, gapMs };
    expect(paces()).toEqual({ native: used, 'yt-dlp': used, provider: null });
    await clock.advance(HOUR_MS);
    expect(paces()['native']).toEqual({ ...used, starts: 0 });
  });

  it.each(['native', 'yt-dlp', 'provider', 'cobalt'] as const)(
    'of %s leave a slot on each platform to others while one network requests hanging posts of all',
    async (engine) => {
      const registry = createEngineHealthRegistry({ clock });
      const platforms = PLATFORM_IDS;
      for (const platform of platforms)
        for (let count = 0; count < 30; count += 1)
          createCaller(registry.healthOf(engine, platform))(networks('flood'));
      await clock.advance(0);
      const visitors = platforms.map((platform) => createCaller(registry.healthOf(engine, platform))());
      await clock.advance(0);
      expect(timesOf(visitors)).toEqual(platforms.map(() => 0));
    },
  );

  it('are separate: an engine that hangs delays no other', async () => {
    const registry = createEngineHealthRegistry({ clock });
    for (let count = 0; count < queueRulesOf('native', 'tiktok').concurrency; count += 1)
      createCaller(registry.healthOf('native', 'tiktok'))();
    const [stuck, other] = [
      createCaller(registry.healthOf('native', 'tiktok'))(),
      createCaller(registry.healthOf('yt-dlp', 'tiktok'))(),
    ];
    await clock.advance(0);
    expect([stuck.met.afterMs, other.met.afterMs]).toEqual([null, 0]);
  });
});
