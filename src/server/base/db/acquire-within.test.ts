import { Mutex } from 'async-mutex';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acquireWithin } from './acquire-within.ts';
import { DatabaseBusyError } from './database-fault.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('acquireWithin', () => {
  it('grants the lock to one caller at a time, in order', async () => {
    const mutex = new Mutex();
    const inside: number[] = [];
    const enter = async (caller: number) => {
      const release = await acquireWithin(mutex, 1_000);
      inside.push(caller);
      return release;
    };
    const releases = [enter(1), enter(2), enter(3)];
    await vi.advanceTimersByTimeAsync(10);
    expect(inside).toEqual([1]);
    (await releases[0])?.();
    (await releases[1])?.();
    await releases[2];
    expect(inside).toEqual([1, 2, 3]);
  });

  it('rejects a caller that waits too long, and grants the lock to the next', async () => {
    const mutex = new Mutex();
    const release = await acquireWithin(mutex, 100);
    const late = expect(acquireWithin(mutex, 100)).rejects.toThrow(DatabaseBusyError);
    const patient = acquireWithin(mutex, 500);
    await vi.advanceTimersByTimeAsync(100);
    await late;
    release();
    await expect(patient).resolves.toBeTypeOf('function');
    await vi.advanceTimersByTimeAsync(1_000);
  });

  it('ignores a second release', async () => {
    const mutex = new Mutex();
    const release = await acquireWithin(mutex, 100);
    const second = await Promise.race([acquireWithin(mutex, 100), Promise.resolve('waits')]);
    expect(second).toBe('waits');
    release();
    release();
    const third = acquireWithin(mutex, 100);
    await expect(Promise.race([third, Promise.resolve('waits')])).resolves.toBe('waits');
    const refused = expect(third).rejects.toThrow(DatabaseBusyError);
    await vi.advanceTimersByTimeAsync(100);
    await refused;
  });
});
