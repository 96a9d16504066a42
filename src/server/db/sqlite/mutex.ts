import { DatabaseBusyError } from '../database-fault.ts';

/** Lets one in at a time, in the order they came. */
export interface Mutex {
  /** Resolves when it is the caller's turn, with the way to end it. Throws DatabaseBusyError when that takes longer than `maxMs`. */
  acquire(maxMs: number): Promise<() => void>;
}

/** Makes a queue in which nobody is. */
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
