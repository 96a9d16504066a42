/// <reference path="./rate-limiter-stores.d.ts" />
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
// The package's entry point loads the clients of a dozen stores, which takes 14 MB of memory.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { Quota } from './quotas.ts';

/** Counter by key with a limit of `points`. `penalty` counts one event; `reward` takes the last one back. */
export interface KeyLimit {
  readonly points: number;
  penalty(key: string): Promise<{ readonly consumedPoints: number; readonly msBeforeNext: number }>;
  reward(key: string): Promise<unknown>;
}

/** Counter by key whose window starts with the key's first event. */
export type Counter = Pick<
  RateLimiterAbstract,
  'points' | 'penalty' | 'reward' | 'get' | 'set' | 'block' | 'delete'
>;

/**
 * Creates an in-memory counter by key. The window of a key starts with its first event and lasts for the quota's
 * seconds.
 */
export const createCounter = ({ points, seconds }: Quota): RateLimiterMemory =>
  new RateLimiterMemory({ points, duration: seconds });
