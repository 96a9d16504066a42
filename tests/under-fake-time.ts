import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';

/** Fake milliseconds that pass at each step. */
const STEP_MS = 200;
/** Turns of the event loop between two steps. */
const TURNS = 10;

/**
 * Runs `start` under fake timers and waits for its end. The time starts to pass when `isReady` holds; between two
 * steps, sockets are read and written in real time. Rejects when the work has not ended after `maxMs` fake
 * milliseconds.
 */
export const underFakeTime = async (
  start: () => Promise<unknown>,
  isReady: () => boolean,
  maxMs: number,
): Promise<void> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  try {
    let isOver = false;
    const work = start().finally(() => {
      isOver = true;
    });
    while (!isOver && !isReady()) await turn();
    for (let passed = 0; !isOver && passed < maxMs; passed += STEP_MS) {
      vi.advanceTimersByTime(STEP_MS);
      for (let count = 0; count < TURNS; count += 1) await turn();
    }
    if (!isOver) throw new Error('the work has no time limit');
    await work;
  } finally {
    vi.useRealTimers();
  }
};
