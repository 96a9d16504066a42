import { describe, expect, it } from 'vitest';
import { createSlidingCounter } from './sliding-counter.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const setUp = () => {
  let time = HOUR_MS;
  const counter = createSlidingCounter({ points: 20, seconds: 3_600 }, () => time);
  /** Counts one event unless the limit refuses it. */
  const attempt = async (key = 'a') => {
    const { consumedPoints, msBeforeNext } = await counter.penalty(key);
    const ok = consumedPoints <= counter.points;
    if (!ok) await counter.reward(key);
    return { ok, msBeforeNext };
  };
  return {
    counter,
    attempt,
    now: () => time,
    pass: (ms: number) => {
      time += ms;
    },
  };
};

describe('createSlidingCounter', () => {
  it('allows no more than its points in any hour, however the events are spread', async () => {
    const { attempt, now, pass } = setUp();
    const passed: number[] = [];
    for (let step = 0; step < 3_000; step += 1) {
      if ((await attempt()).ok) passed.push(now());
      // Bursts around the end of an hour, and pauses of uneven length.
      pass(step % 40 === 0 ? 17 * MINUTE_MS : 7_000);
    }
    for (const [index, from] of passed.entries())
      expect(passed.slice(index).filter((at) => at < from + HOUR_MS).length).toBeLessThanOrEqual(20);
    expect(passed.length).toBeGreaterThan(100);
  });

  it('returns when the next event is allowed, and allows it then', async () => {
    const { attempt, pass } = setUp();
    for (let count = 0; count < 20; count += 1) {
      expect((await attempt()).ok).toBe(true);
      pass(MINUTE_MS);
    }
    const refused = await attempt();
    expect(refused).toEqual({ ok: false, msBeforeNext: 40 * MINUTE_MS });
    pass(refused.msBeforeNext - 1);
    expect((await attempt()).ok).toBe(false);
    pass(1);
    expect((await attempt()).ok).toBe(true);
    expect((await attempt()).ok).toBe(false);
  });

  it('counts keys separately, takes an event back, and drops unused keys', async () => {
    const { counter, attempt, pass } = setUp();
    for (let count = 0; count < 20; count += 1) await attempt();
    expect((await attempt('b')).ok).toBe(true);
    await counter.reward('a');
    expect((await attempt()).ok).toBe(true);
    expect((await attempt()).ok).toBe(false);
    expect(counter.keys()).toBe(2);
    pass(HOUR_MS);
    await attempt('c');
    expect(counter.keys()).toBe(1);
  });
});
