import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSlots, type Slot, type SlotRefusal } from './slots.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;

const setUp = (limits: { perNetwork?: number; total?: number; maxQueueLength?: number } = {}) => {
  const slots = createSlots({ perNetwork: 2, total: 3, waitMs: 5_000, maxQueueLength: 2, ...limits });
  const enter = (key: string, signal = never) => slots.acquire(key, signal);
  const fill = async (...keys: string[]): Promise<Slot[]> => {
    const filled = await Promise.all(keys.map((key) => enter(key)));
    return filled.map((slot) => {
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
const released = (slot: Slot | SlotRefusal): void => {
  if (slot.ok) slot.release();
};

describe('createSlots', () => {
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
    const { fill, queue } = setUp({ perNetwork: 3, maxQueueLength: 9 });
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

  it('takes offered slots back for networks with fewer streams, from the one with the most, the longest offered first', async () => {
    const { enter, fill } = setUp({ perNetwork: 4, total: 6, maxQueueLength: 9 });
    const slots = await fill('a', 'a', 'a', 'b', 'b', 'c');
    const taken: number[] = [];
    const offer = (at: number): void =>
      void slots[at]?.offer(never).then((isWanted) => {
        if (isWanted) taken.push(at);
        if (isWanted) slots[at]?.release();
      });
    // Without a request that waits, nothing is taken.
    for (const at of [5, 3, 1, 2]) offer(at);
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toEqual([]);
    expect(await enter('d')).toMatchObject({ ok: true });
    expect(taken).toEqual([1]);
    expect(await enter('e')).toMatchObject({ ok: true });
    expect(taken).toEqual([1, 3]);
    // Now a has two and the others one each. One of the two would only make d the larger one.
    const second = enter('d');
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toEqual([1, 3]);
    expect(await enter('f')).toMatchObject({ ok: true });
    expect(taken).toEqual([1, 3, 2]);
    slots[0]?.release();
    expect(await second).toMatchObject({ ok: true });
  });

  it('takes a slot that is offered while a request waits, and none that is withdrawn', async () => {
    const { enter, fill } = setUp();
    const [first, second] = await fill('a', 'a', 'b');
    const reads = new AbortController();
    const withdrawn = first?.offer(reads.signal);
    reads.abort();
    expect(await withdrawn).toBe(false);
    const waiting = enter('c');
    expect(await second?.offer(never)).toBe(true);
    second?.release();
    expect(await waiting).toMatchObject({ ok: true });
    const ended = first?.offer(never);
    first?.release();
    expect(await ended).toBe(false);
  });

  it('counts the networks of a block together, too', async () => {
    const { enter } = setUp({ perNetwork: 1, total: 100 });
    for (let at = 0; at < 8; at += 1) expect(await enter(`block/${String(at)}`)).toMatchObject({ ok: true });
    const ninth = enter('block/8');
    expect(await enter('other/8')).toMatchObject({ ok: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await ninth).toEqual({ ok: false, full: 'network' });
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

  it('opens at once what need not wait, and gives each slot back once', () => {
    const slots = createSlots({ perNetwork: 2, total: 3 });
    const [first, second] = [slots.open('a'), slots.open('a')];
    expect(slots.open('a')).toBeNull();
    expect(slots.open(null)).not.toBeNull();
    expect(slots.open('b')).toBeNull();
    first?.release();
    first?.release();
    expect(slots.open('a')).not.toBeNull();
    expect(slots.open('a')).toBeNull();
    second?.release();
    expect(slots.open('b')).not.toBeNull();
  });
});
