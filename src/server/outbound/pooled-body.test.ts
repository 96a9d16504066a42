import { describe, expect, it } from 'vitest';
import { BufferPool } from './pooled-body.ts';

const SIZES = { large: 64, small: 16 };
const MANY = 200;

const takeMany = (pool: BufferPool): Buffer<ArrayBuffer>[] => Array.from({ length: MANY }, () => pool.take());

describe('a pool of buffers', () => {
  it('returns a buffer again', () => {
    const pool = new BufferPool(SIZES);
    const first = pool.take();
    pool.give(first);
    expect(pool.take()).toBe(first);
  });

  it('returns smaller buffers while many are in use, and full ones again afterwards', () => {
    const pool = new BufferPool(SIZES);
    expect(pool.take().length).toBe(64);
    const taken = takeMany(pool);
    expect(taken[0]?.length).toBe(64);
    expect(taken.at(-1)?.length).toBe(16);
    for (const buffer of taken) pool.give(buffer);
    expect(pool.take().length).toBe(64);
  });

  it('keeps few buffers of each size, and frees the memory of the others at once', () => {
    const pool = new BufferPool(SIZES);
    const taken = takeMany(pool);
    for (const buffer of taken) pool.give(buffer);
    const kept = taken.filter((buffer) => buffer.length > 0);
    expect(kept.filter(({ length }) => length === 64).length).toBe(32);
    expect(kept.filter(({ length }) => length === 16).length).toBe(32);
  });
});
