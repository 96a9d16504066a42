import { describe, expect, it } from 'vitest';
import { createMemoryWindows } from './windows.ts';

const setUp = (more: { maxKeys?: number; maxEvents?: number } = {}) => {
  let time = 1_000_000;
  const counter = createMemoryWindows(
    [
      { limit: 3, seconds: 60 },
      { limit: 5, seconds: 3_600 },
    ],
    { now: () => time, ...more },
  );
  return {
    counter,
    wait: (seconds: number) => {
      time += seconds * 1_000;
    },
    take: (key = 'a') => {
      const { ok, retryAfter, states } = counter.take(key);
      return [ok, retryAfter, ...states.map(({ remaining }) => remaining)];
    },
  };
};

describe('createMemoryWindows', () => {
  it('allows no more than the limit within any window, and returns when the next event is allowed', () => {
    const { take, wait } = setUp();
    expect(take()).toEqual([true, 0, 2, 4]);
    wait(50);
    expect(take()).toEqual([true, 0, 1, 3]);
    expect(take()).toEqual([true, 0, 0, 2]);
    expect(take()).toEqual([false, 10, 0, 2]);
    wait(10);
    expect(take()).toEqual([true, 0, 0, 1]);
    expect(take()).toEqual([false, 50, 0, 1]);
    wait(50);
    expect(take()).toEqual([true, 0, 1, 0]);
    expect(take()).toEqual([false, 3_490, 1, 0]);
    wait(3_490);
    expect(take()[0]).toBe(true);
  });

  it('returns the longest wait when several windows are full', () => {
    const { take, wait } = setUp();
    take();
    take();
    wait(60);
    for (let times = 0; times < 3; times += 1) take();
    expect(take()).toEqual([false, 3_540, 0, 0]);
  });

  it('does not count refused events, and counts keys separately', () => {
    const { take, wait } = setUp();
    for (let times = 0; times < 10; times += 1) take();
    expect(take('b')).toEqual([true, 0, 2, 4]);
    wait(60);
    expect(take()).toEqual([true, 0, 2, 1]);
  });

  it('allows the networks of a block eight times as much together', () => {
    const { take, wait } = setUp();
    const taken = Array.from({ length: 30 }, (_, at) => take(`block/${String(at % 10)}`));
    expect(taken.filter(([ok]) => ok)).toHaveLength(24);
    // What the block refuses does not count for the network.
    expect(taken.at(-1)).toEqual([false, 60, 1, 3]);
    expect(take('other/9')[0]).toBe(true);
    wait(60);
    expect(take('block/9')).toEqual([true, 0, 2, 2]);
  });

  it('drops keys without events in a window, and the longest unused keys above its bounds', () => {
    const { counter, take, wait } = setUp({ maxKeys: 3 });
    for (const key of ['a', 'b', 'c', 'a', 'd']) take(key);
    expect(counter.size()).toBe(2);
    expect(take('a')).toEqual([true, 0, 0, 2]);
    expect(take('b')).toEqual([true, 0, 2, 4]);
    wait(3_600);
    take('e');
    expect(counter.size()).toBe(1);
    const events = setUp({ maxEvents: 4 });
    for (const key of ['a', 'a', 'a', 'b', 'b']) events.take(key);
    expect(events.take('a')).toEqual([true, 0, 2, 4]);
  });

  it('takes the last event back, forgets a key, and tells how long ago its events were', () => {
    const { counter, take, wait } = setUp();
    take();
    wait(10);
    take();
    wait(5);
    expect(counter.ages('a')).toEqual([15_000, 5_000]);
    counter.giveBack('a');
    expect(counter.ages('a')).toEqual([15_000]);
    counter.clear('a');
    counter.giveBack('a');
    expect(counter.ages('a')).toEqual([]);
    expect(take()).toEqual([true, 0, 2, 4]);
    for (const network of ['b/1', 'b/2']) take(network);
    counter.giveBack('b/1');
    expect([counter.ages('b/1'), counter.ages('b')]).toEqual([[], [0]]);
  });

  it('counts an event against other windows where these are given', () => {
    const { counter, wait } = setUp();
    const gap = [{ limit: 1, seconds: 600 }];
    expect(counter.take('a', gap).ok).toBe(true);
    wait(300);
    expect(counter.take('a', gap)).toMatchObject({ ok: false, retryAfter: 300 });
    expect(counter.take('a').ok).toBe(true);
  });
});
