import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../src/server/posts/engine-queue.ts';

export interface ManualClock extends Clock {
  /**
   * Advances the time by `ms` milliseconds. Each timer runs at its due time, and the promises it settles run before the
   * next timer.
   */
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** Lets pending promise callbacks and immediates run. */
const settle = async (): Promise<void> => {
  for (let count = 0; count < 3; count += 1) await turn();
};

/** Creates a clock that advances only through `advance()`. */
export const createManualClock = (): ManualClock => {
  let at = 1_000_000;
  const timers = new Set<Timer>();
  const nextBefore = (end: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
  return {
    now: () => at,
    callAfter(ms, run) {
      // Like a real timer, it runs in the async context of the code that set it.
      const timer = { due: at + ms, run: AsyncLocalStorage.bind(run) };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const end = at + ms;
      await settle();
      for (let timer = nextBefore(end); timer !== undefined; timer = nextBefore(end)) {
        timers.delete(timer);
        at = Math.max(at, timer.due);
        timer.run();
        await settle();
      }
      at = end;
    },
  };
};
