/** Lets so many pieces of work run at once; the others wait, in order. */
export interface Turns {
  /** Runs `work` when its turn has come. Rejects with the signal's reason when that aborts before; the place is given up then. */
  take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/** Makes turns for `atOnce` pieces of work. */
export const createTurns = (atOnce: number): Turns => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        running += 1;
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      if (running < atOnce) {
        start();
        return;
      }
      waiting.push(start);
      signal.addEventListener('abort', leave, { once: true });
    });

  return {
    async take(signal, work) {
      signal.throwIfAborted();
      await turn(signal);
      try {
        return await work();
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
  };
};
