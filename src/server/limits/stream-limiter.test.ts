import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreamLimiter, type StreamRefusal, type StreamSlot } from './stream-limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;

const setUp = (limits: { perNetwork?: number; total?: number; maxQueue?: number } = {}) => {
  const limiter = createStreamLimiter({ perNetwork: 2, total: 3, waitMs: 5_000, maxQueue: 2, ...limits });
  const enter = (key: string, signal = never) => limiter.acquire(key, signal);
  const fill = async (...keys: string[]): Promise<StreamSlot[]> => {
    const slots = await Promise.all(keys.map((key) => enter(key)));
    return slots.map((slot) => {
      if (!slot.ok) throw new Error('no slot');
      return slot;
    });
  };
  /** Records the order in which requests get their slots. */
  const queue = (order: string[], key: string, name = key) =>
    enter(key).then((slot) => {
      order.push(slot.ok ? name : `${name} refused`);
      return slot;
    });
  return { enter, fill, queue };
};
const released = (slot: StreamSlot | StreamRefusal): void => {
  if (slot.ok) slot.release();
};

describe('createStreamLimiter', () => {
  it('queues a stream above the limit until a slot is free', async () => {
    const { enter, fill } = setUp();
    const [first] = await fill('a', 'a');
    const third = enter('a');
    await vi.advanceTimersByTimeAsync(4_999);
    first?.release();
    expect(await third).toMatchObject({ ok: true });
  });

  it('refuses after five seconds, and returns which limit was reached', async () => {
    const { enter, fill } = setUp();
    await fill('a', 'a', 'b');
    const own = enter('a');
    const total = enter('c');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await own).toEqual({ ok: false, full: 'network' });
    expect(await total).toEqual({ ok: false, full: 'server' });
  });

  it('refuses immediately beyond the queue length', async () => {
    const { enter, fill } = setUp();
    await fill('a', 'a');
    void enter('a');
    void enter('a');
    expect(await enter('a')).toEqual({ ok: false, full: 'network' });
  });

  it('gives free slots to the networks round robin', async () => {
    const { fill, queue } = setUp({ perNetwork: 3, maxQueue: 9 });
    const slots = await fill('x', 'x', 'x');
    const order: string[] = [];
    const waiting = [
      ...['a1', 'a2', 'a3'].map((name) => queue(order, 'a', name)),
      queue(order, 'b'),
      queue(order, 'c'),
    ];
    for (const slot of slots) {
      slot.release();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(order).toEqual(['a1', 'b', 'c']);
    for (const slot of await Promise.all(waiting.slice(3))) released(slot);
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['a1', 'b', 'c', 'a2', 'a3']);
  });

  it('skips a network at its own limit', async () => {
    const { fill, queue } = setUp({ total: 4 });
    const [, , , slot] = await fill('a', 'a', 'b', 'b');
    const order: string[] = [];
    void queue(order, 'a');
    void queue(order, 'c');
    slot?.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['c']);
  });

  it('reserves no slot for a client that disconnects while it waits', async () => {
    const { enter, fill } = setUp();
    const [first] = await fill('a', 'a');
    const gone = new AbortController();
    const left = enter('a', gone.signal);
    const next = enter('a');
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    first?.release();
    first?.release();
    expect(await next).toMatchObject({ ok: true });
    const another = enter('a');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await another).toEqual({ ok: false, full: 'network' });
    await expect(enter('a', gone.signal)).rejects.toThrow('gone');
  });
});
