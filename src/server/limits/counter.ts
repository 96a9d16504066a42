/// <reference path="./rate-limiter-memory.d.ts" />
// The package's entry point loads the clients of a dozen stores, 14 MB of memory for nothing.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { Quota } from './quotas.ts';

/** What is needed of a counter to refuse beyond its points; `reward` takes the last one back. */
export interface KeyLimit {
  readonly points: number;
  penalty(key: string): Promise<{ readonly consumedPoints: number; readonly msBeforeNext: number }>;
  reward(key: string): Promise<unknown>;
}

/** Counts per key, from each key's first time on for the quota's seconds, in this process's memory. */
export const createCounter = ({ points, seconds }: Quota): RateLimiterMemory =>
  new RateLimiterMemory({ points, duration: seconds });
