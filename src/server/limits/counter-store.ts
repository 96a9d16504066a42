import { type Counter, createCounter } from './counter.ts';
import type { Quota } from './quotas.ts';
import { createSlidingCounter, type SlidingCounter } from './sliding-counter.ts';
import { createSlidingWindows, type EventWindows, type RateWindow } from './sliding-windows.ts';

/** Where the limits count: in this process, or in the database that all instances share. `name` tells counters apart. */
export interface CounterStore {
  /** Creates a counter whose window starts with a key's first event. */
  counter(name: string, quota: Quota): Counter;
  slidingCounter(name: string, quota: Quota): SlidingCounter;
  windows(name: string, windows: readonly RateWindow[]): EventWindows;
}

/** Counts in this process. */
export const MEMORY_COUNTERS: CounterStore = {
  counter: (_name, quota) => createCounter(quota),
  slidingCounter: (_name, quota) => createSlidingCounter(quota),
  windows: (_name, windows) => createSlidingWindows({ windows }),
};
