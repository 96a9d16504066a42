import { describe, expect, it } from 'vitest';
import { createExactAnswerLimiter } from './exact-answer-limiter.ts';
import { createMemoryWindows } from './windows.ts';

const HOUR_S = 3_600;

const setUp = () => {
  let time = 1_000_000;
  const limiter = createExactAnswerLimiter(
    { perNetwork: { limit: 3, seconds: HOUR_S }, total: { limit: 30, seconds: HOUR_S } },
    (_name, windows) => createMemoryWindows(windows, { now: () => time }),
  );
  return {
    limiter,
    pass: (seconds: number) => {
      time += seconds * 1_000;
    },
  };
};

describe('createExactAnswerLimiter', () => {
  it('allows a network three in any hour and returns when the next one is allowed', async () => {
    const { limiter, pass } = setUp();
    for (let count = 0; count < 3; count += 1) {
      expect((await limiter.take('a')).ok).toBe(true);
      pass(600);
    }
    expect(await limiter.take('a')).toMatchObject({ ok: false, retryAfter: HOUR_S - 1_800 });
    expect(await limiter.stateOf('a')).toEqual({ kind: 'network_spent', retryAfter: HOUR_S - 1_800 });
    expect(await limiter.stateOf('b')).toEqual({ kind: 'some' });
    pass(HOUR_S - 1_800);
    expect(await limiter.stateOf('a')).toEqual({ kind: 'some' });
  });

  it('allows all networks together thirty', async () => {
    const { limiter, pass } = setUp();
    const results: boolean[] = [];
    for (let network = 0; network < 20; network += 1)
      for (let count = 0; count < 3; count += 1) results.push((await limiter.take(`network ${network}`)).ok);
    expect(results.filter(Boolean)).toHaveLength(30);
    expect(await limiter.stateOf('another')).toEqual({ kind: 'all_spent' });
    // A network that has used up its own quota waits only for that one, whatever the others have used up.
    expect((await limiter.stateOf('network 0')).kind).toBe('network_spent');
    pass(HOUR_S);
    expect(await limiter.stateOf('another')).toEqual({ kind: 'some' });
  });
});
