import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseBusyError } from '../database-fault.ts';
import { createMutex } from './mutex.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createMutex', () => {
  it('lets one in at a time, in the order they came', async () => {
    const { acquire } = createMutex();
    const inside: number[] = [];
    const visit = async (who: number) => {
      const end = await acquire(1_000);
      inside.push(who);
      return end;
    };
    const ends = [visit(1), visit(2), visit(3)];
    await vi.advanceTimersByTimeAsync(10);
    expect(inside).toEqual([1]);
    (await ends[0])?.();
    (await ends[1])?.();
    await ends[2];
    expect(inside).toEqual([1, 2, 3]);
  });

  it('lets who waited too long go, and the next ones in', async () => {
    const { acquire } = createMutex();
    const end = await acquire(100);
    const late = expect(acquire(100)).rejects.toThrow(DatabaseBusyError);
    const patient = acquire(500);
    await vi.advanceTimersByTimeAsync(100);
    await late;
    end();
    await expect(patient).resolves.toBeTypeOf('function');
    await vi.advanceTimersByTimeAsync(1_000);
  });

  it('counts an end that is said twice once', async () => {
    const { acquire } = createMutex();
    const end = await acquire(100);
    const second = await Promise.race([acquire(100), Promise.resolve('waits')]);
    expect(second).toBe('waits');
    end();
    end();
    const third = acquire(100);
    await expect(Promise.race([third, Promise.resolve('waits')])).resolves.toBe('waits');
    const refused = expect(third).rejects.toThrow(DatabaseBusyError);
    await vi.advanceTimersByTimeAsync(100);
    await refused;
  });
});
