/// <reference path="./rate-limiter-memory.d.ts" />
// The package's own door loads the clients of a dozen stores, 14 MB of memory for nothing.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { Quota } from './quotas.ts';

export type KeyCounter = RateLimiterMemory;

/** Counts per key, from each key's first time on for the quota's seconds, in this process's memory. */
export const createCounter = ({ points, seconds }: Quota): KeyCounter =>
  new RateLimiterMemory({ points, duration: seconds });
