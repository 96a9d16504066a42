import { describe, expect, it } from 'vitest';
import { createSingleFlightCache } from './single-flight-cache.ts';

const setUp = () => {
  let time = 0;
  let calls = 0;
  const cache = createSingleFlightCache<string>({
    lifetimeMs: 100,
    maxEntries: 2,
    isCacheable: (value) => value !== 'bad',
    expiresAt: (value) => (value === 'short' ? 40 : value === 'long' ? 1_000 : undefined),
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

describe('createSingleFlightCache', () => {
  it('shares one call among a thousand equal requests', async () => {
    const { cache, produce, calls } = setUp();
    const all = await Promise.all(Array.from({ length: 1000 }, () => cache.get('a', produce('x'))));
    expect(new Set(all)).toEqual(new Set(['x']));
    expect(calls()).toBe(1);
  });

  it('drops a value after its lifetime', async () => {
    const { cache, produce, calls, pass } = setUp();
    await cache.get('a', produce('x'));
    pass(99);
    await cache.get('a', produce('x'));
    expect(calls()).toBe(1);
    pass(1);
    await cache.get('a', produce('x'));
    expect(calls()).toBe(2);
  });

  it('drops a value at its own expiry, but never later than its lifetime', async () => {
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

  it('does not cache a value that is not cacheable', async () => {
    const { cache, produce, calls } = setUp();
    await cache.get('a', produce('bad'));
    await cache.get('a', produce('x'));
    expect(calls()).toBe(2);
  });

  it('rejects all waiting requests and starts again afterwards', async () => {
    const { cache, produce } = setUp();
    const failing = () => Promise.reject(new Error('upstream'));
    const both = await Promise.allSettled([cache.get('a', failing), cache.get('a', produce('x'))]);
    expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect(await cache.get('a', produce('x'))).toBe('x');
  });

  it('drops the oldest entry beyond its maximum size', async () => {
    const { cache, produce, calls } = setUp();
    for (const key of ['a', 'b', 'c']) await cache.get(key, produce('x'));
    await cache.get('c', produce('x'));
    expect(calls()).toBe(3);
    await cache.get('a', produce('x'));
    expect(calls()).toBe(4);
  });

  it('continues for the others when one request aborts, even the first', async () => {
    const { cache } = setUp();
    const work = Promise.withResolvers<string>();
    const first = new AbortController();
    const seen: AbortSignal[] = [];
    const produce = (signal: AbortSignal): Promise<string> => {
      seen.push(signal);
      return work.promise;
    };
    const leaving = cache.get('a', produce, { signal: first.signal });
    const staying = cache.get('a', produce, { signal: new AbortController().signal });
    await Promise.resolve();
    first.abort(new Error('left'));
    await expect(leaving).rejects.toThrow('left');
    expect(seen.map(({ aborted }) => aborted)).toEqual([false]);
    work.resolve('x');
    expect(await staying).toBe('x');
    expect(await cache.get('a', () => Promise.reject(new Error('called again')))).toBe('x');
  });

  it('aborts the call when no request is left, and starts another for the next request', async () => {
    const { cache, produce } = setUp();
    const visitors = [new AbortController(), new AbortController()];
    const called: AbortSignal[] = [];
    const stuck = (signal: AbortSignal): Promise<string> => {
      called.push(signal);
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    };
    const all = visitors.map(({ signal }) => cache.get('a', stuck, { signal }));
    await Promise.resolve();
    await Promise.resolve();
    for (const visitor of visitors) visitor.abort(new Error('left'));
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(called.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await cache.get('a', produce('x'), { signal: new AbortController().signal })).toBe('x');
  });

  it('still shares the next call after an abandoned one ends late', async () => {
    const { cache, produce, calls } = setUp();
    const late = Promise.withResolvers<string>();
    const visitor = new AbortController();
    const abandoned = cache.get('a', () => late.promise, { signal: visitor.signal });
    await Promise.resolve();
    visitor.abort(new Error('left'));
    await expect(abandoned).rejects.toThrow('left');
    const next = Promise.withResolvers<string>();
    const first = cache.get('a', () => next.promise);
    late.resolve('late');
    await new Promise((resolve) => setImmediate(resolve));
    const second = cache.get('a', produce('another'));
    next.resolve('x');
    expect([await first, await second, calls()]).toEqual(['x', 'x', 0]);
  });

  it('does not start for a signal that is already aborted', async () => {
    const { cache, produce, calls } = setUp();
    await expect(
      cache.get('a', produce('x'), { signal: AbortSignal.abort(new Error('left')) }),
    ).rejects.toThrow('left');
    expect(calls()).toBe(0);
  });

  it('drops an unacceptable cached value and shares its replacement', async () => {
    const { cache, produce, calls } = setUp();
    await cache.get('a', produce('old'));
    const fresh = (value: string) => value !== 'old';
    const all = await Promise.all(
      Array.from({ length: 20 }, () => cache.get('a', produce('new'), { isAcceptable: fresh })),
    );
    expect([new Set(all), calls()]).toEqual([new Set(['new']), 2]);
    expect(await cache.get('a', produce('newer'), { isAcceptable: fresh })).toBe('new');
    expect(calls()).toBe(2);
  });

  it('invalidates a value only when it is stale', async () => {
    const { cache, produce, calls } = setUp();
    await cache.get('a', produce('x'));
    cache.invalidate('a', (value) => value === 'y');
    cache.invalidate('b', () => true);
    await cache.get('a', produce('x'));
    expect(calls()).toBe(1);
    cache.invalidate('a', (value) => value === 'x');
    await cache.get('a', produce('x'));
    expect(calls()).toBe(2);
  });

  it('passes each member that shares the call once, including later ones', async () => {
    const { cache } = setUp();
    const work = Promise.withResolvers<string>();
    let named: ReadonlyMap<string, unknown> = new Map();
    const produce = (_signal: AbortSignal, members: ReadonlyMap<string, unknown>): Promise<string> => {
      named = members;
      return work.promise;
    };
    const first = cache.get('a', produce, { member: ['one', 1] });
    await Promise.resolve();
    expect([...named]).toEqual([['one', 1]]);
    const others = [
      cache.get('a', produce, { member: ['two', 2] }),
      cache.get('a', produce, { member: ['one', 3] }),
    ];
    expect([...named]).toEqual([
      ['one', 1],
      ['two', 2],
    ]);
    work.resolve('x');
    expect(await Promise.all([first, ...others])).toEqual(['x', 'x', 'x']);
  });
});
