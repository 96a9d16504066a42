import type { KeyLimit } from './counter.ts';
import type { Quota } from './quotas.ts';

/** Counter by key with a sliding window. */
export interface SlidingCounter extends KeyLimit {
  /**
   * Returns the milliseconds until fewer than `limit` events are counted for the key, or 0 when that is so now. Counts
   * nothing.
   */
  waitFor(key: string, limit?: number): Promise<number>;
}

/** Sliding counter of this process. */
export interface OwnSlidingCounter extends SlidingCounter {
  /** Returns the number of keys in memory. */
  keys(): number;
}

/**
 * Creates an in-memory counter by key with a sliding window: no period of the quota's seconds has more than its points.
 * `now` returns milliseconds.
 */
export const createSlidingCounter = (
  { points, seconds }: Quota,
  now: () => number = Date.now,
): OwnSlidingCounter => {
  const windowMs = seconds * 1_000;
  /** Times of each key's events, oldest first; the keys in the order of their latest event. */
  const counted = new Map<string, number[]>();
  const timesOf = (key: string): number[] =>
    (counted.get(key) ?? []).filter((time) => time + windowMs > now());
  const dropExpired = (): void => {
    for (const [key, times] of counted) {
      if ((times.at(-1) ?? 0) + windowMs > now()) return;
      counted.delete(key);
    }
  };
  return {
    points,
    keys: () => counted.size,
    async waitFor(key, limit = points) {
      const times = timesOf(key);
      const last = times.at(-limit);
      return times.length < limit || last === undefined ? 0 : last + windowMs - now();
    },
    async penalty(key) {
      dropExpired();
      const at = now();
      const times = timesOf(key);
      times.push(at);
      counted.delete(key);
      counted.set(key, times);
      return { consumedPoints: times.length, msBeforeNext: (times[0] ?? at) + windowMs - at };
    },
    async reward(key) {
      counted.get(key)?.pop();
    },
  };
};
