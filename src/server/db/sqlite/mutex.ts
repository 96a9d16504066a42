import { DatabaseBusyError } from '../database-fault.ts';

/** First-in, first-out mutex. */
export interface Mutex {
  /**
   * Waits for the lock and resolves with the function that releases it. Rejects with DatabaseBusyError after `maxMs`
   * milliseconds.
   */
  acquire(maxMs: number): Promise<() => void>;
}

/** Creates an unlocked mutex. */
export const createMutex = (): Mutex => {
  const waiting = new Set<() => void>();
  let isHeld = false;

  const releaseToNext = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      isHeld = false;
      return;
    }
    waiting.delete(next);
    next();
  };
  const createRelease = (): (() => void) => {
    let isReleased = false;
    return () => {
      if (!isReleased) releaseToNext();
      isReleased = true;
    };
  };

  return {
    acquire: (maxMs) =>
      new Promise((resolve, reject) => {
        if (!isHeld) {
          isHeld = true;
          resolve(createRelease());
          return;
        }
        const grant = (): void => {
          clearTimeout(timer);
          resolve(createRelease());
        };
        const timer = setTimeout(() => {
          waiting.delete(grant);
          reject(new DatabaseBusyError());
        }, maxMs);
        waiting.add(grant);
      }),
  };
};
