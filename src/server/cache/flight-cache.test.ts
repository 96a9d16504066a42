import { describe, expect, it } from 'vitest';
import { createFlightCache } from './flight-cache.ts';

const setUp = () => {
  let time = 0;
  let calls = 0;
  const cache = createFlightCache<string>({
    lifetimeMs: 100,
    maxEntries: 2,
    keep: (value) => value !== 'bad',
    until: (value) => (value === 'short' ? 40 : value === 'long' ? 1_000 : undefined),
    now: () => time,
  });
  const produce = (value: string) => async () => {
    calls += 1;
    await Promise.resolve();
    return value;
  };
  return {
    cache,
    produce,
    calls: () => calls,
    pass: (ms: number) => {
      time += ms;
    },
  };
};

describe('createFlightCache', () => {
  it('lets a thousand equal requests share one piece of work', async () => {
    const { cache, produce, calls } = setUp();
    const all = await Promise.all(Array.from({ length: 1000 }, () => cache.get('a', produce('x'))));
    expect(new Set(all)).toEqual(new Set(['x']));
    expect(calls()).toBe(1);
  });

  it('forgets after its lifetime', async () => {
    const { cache, produce, calls, pass } = setUp();
    await cache.get('a', produce('x'));
    pass(99);
    await cache.get('a', produce('x'));
    expect(calls()).toBe(1);
    pass(1);
    await cache.get('a', produce('x'));
    expect(calls()).toBe(2);
  });

  it('forgets a value that ends before its lifetime, and none later than that', async () => {
    const { cache, produce, calls, pass } = setUp();
    await cache.get('a', produce('short'));
    await cache.get('b', produce('long'));
    pass(39);
    await cache.get('a', produce('x'));
    expect(calls()).toBe(2);
    pass(1);
    await cache.get('a', produce('x'));
    expect(calls()).toBe(3);
    pass(60);
    await cache.get('b', produce('x'));
    expect(calls()).toBe(4);
  });

  it('does not remember what is not worth keeping', async () => {
    const { cache, produce, calls } = setUp();
    await cache.get('a', produce('bad'));
    await cache.get('a', produce('x'));
    expect(calls()).toBe(2);
  });

  it('fails everybody once and starts anew afterwards', async () => {
    const { cache, produce } = setUp();
    const failing = () => Promise.reject(new Error('upstream'));
    const both = await Promise.allSettled([cache.get('a', failing), cache.get('a', produce('x'))]);
    expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect(await cache.get('a', produce('x'))).toBe('x');
  });

  it('drops the oldest entry beyond its size', async () => {
    const { cache, produce, calls } = setUp();
    for (const key of ['a', 'b', 'c']) await cache.get(key, produce('x'));
    await cache.get('c', produce('x'));
    expect(calls()).toBe(3);
    await cache.get('a', produce('x'));
    expect(calls()).toBe(4);
  });
});
