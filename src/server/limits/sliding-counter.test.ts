import { describe, expect, it } from 'vitest';
import { createSlidingCounter } from './sliding-counter.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const setUp = () => {
  let time = HOUR_MS;
  const counter = createSlidingCounter({ points: 20, seconds: 3_600 }, () => time);
  /** What a call does: what is refused is not counted. */
  const ask = async (key = 'a') => {
    const { consumedPoints, msBeforeNext } = await counter.penalty(key);
    const ok = consumedPoints <= counter.points;
    if (!ok) await counter.reward(key);
    return { ok, msBeforeNext };
  };
  return {
    counter,
    ask,
    now: () => time,
    pass: (ms: number) => {
      time += ms;
    },
  };
};

describe('createSlidingCounter', () => {
  it('lets no more than its points through in any hour, however the guesses are spread', async () => {
    const { ask, now, pass } = setUp();
    const passed: number[] = [];
    for (let step = 0; step < 3_000; step += 1) {
      if ((await ask()).ok) passed.push(now());
      // Bursts around the end of an hour, and pauses of uneven length.
      pass(step % 40 === 0 ? 17 * MINUTE_MS : 7_000);
    }
    for (const [index, from] of passed.entries())
      expect(passed.slice(index).filter((at) => at < from + HOUR_MS).length).toBeLessThanOrEqual(20);
    expect(passed.length).toBeGreaterThan(100);
  });

  it('says when the next is let through, and keeps that', async () => {
    const { ask, pass } = setUp();
    for (let count = 0; count < 20; count += 1) {
      expect((await ask()).ok).toBe(true);
      pass(MINUTE_MS);
    }
    const refused = await ask();
    expect(refused).toEqual({ ok: false, msBeforeNext: 40 * MINUTE_MS });
    pass(refused.msBeforeNext - 1);
    expect((await ask()).ok).toBe(false);
    pass(1);
    expect((await ask()).ok).toBe(true);
    expect((await ask()).ok).toBe(false);
  });

  it('counts keys apart, gives one back, and forgets those nobody asks for', async () => {
    const { counter, ask, pass } = setUp();
    for (let count = 0; count < 20; count += 1) await ask();
    expect((await ask('b')).ok).toBe(true);
    await counter.reward('a');
    expect((await ask()).ok).toBe(true);
    expect((await ask()).ok).toBe(false);
    expect(counter.keys()).toBe(2);
    pass(HOUR_MS);
    await ask('c');
    expect(counter.keys()).toBe(1);
  });
});
