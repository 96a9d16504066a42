import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../src/server/preview/clock.ts';

export interface ManualClock extends Clock {
  /** Moves on by so many milliseconds; timers run at their moment, and what they set off settles before the next one. */
  pass(ms: number): Promise<void>;
}

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** Lets everything run that waits for nothing but its turn. */
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 3; turns += 1) await turn();
};

/** Makes a clock that stands still until it is told to go on. */
export const manualClock = (): ManualClock => {
  let at = 1_000_000;
  const timers = new Set<Timer>();
  const nextBefore = (end: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
  return {
    now: () => at,
    after(ms, run) {
      // As a timer does, it goes on for the request that set it.
      const timer = { due: at + ms, run: AsyncLocalStorage.bind(run) };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async pass(ms) {
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
