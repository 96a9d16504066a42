import { DatabaseBusyError } from '../database-fault.ts';

/** Lets one in at a time, in the order they came. */
export interface Mutex {
  /** Resolves when it is the caller's turn, with the way to end it. Throws DatabaseBusyError when that takes longer than `maxMs`. */
  take(maxMs: number): Promise<() => void>;
}

/** Makes a queue in which nobody is. */
export const createMutex = (): Mutex => {
  const waiting = new Set<() => void>();
  let taken = false;

  const end = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      taken = false;
      return;
    }
    waiting.delete(next);
    next();
  };
  const once = (): (() => void) => {
    let ended = false;
    return () => {
      if (!ended) end();
      ended = true;
    };
  };

  return {
    take: (maxMs) =>
      new Promise((resolve, reject) => {
        if (!taken) {
          taken = true;
          resolve(once());
          return;
        }
        const begin = (): void => {
          clearTimeout(timer);
          resolve(once());
        };
        const timer = setTimeout(() => {
          waiting.delete(begin);
          reject(new DatabaseBusyError());
        }, maxMs);
        waiting.add(begin);
      }),
  };
};
