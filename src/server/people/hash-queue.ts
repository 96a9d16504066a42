/** Thrown when the queue of passwords to hash is full; a longer queue would only slow everybody down. */
export class HasherBusyError extends Error {
  override readonly name = 'HasherBusyError';
  /** HTTP status that the error handler answers with. */
  readonly statusCode = 503;
}

/** `reserved` is work for known users, which never waits behind `open` work, which anybody can cause. */
export type HashKind = 'reserved' | 'open';

interface HashQueueOptions {
  /** Hashes computed concurrently. */
  readonly concurrency: number;
  /** Number of these slots that only reserved work may take. */
  readonly reserved: number;
  /** Maximum queue length of each kind; further calls are rejected. */
  readonly maxQueue: number;
}

/** Creates a queue in which open work can neither occupy the reserved slots nor delay queued reserved work. */
export const createHashQueue = ({ concurrency, reserved, maxQueue }: HashQueueOptions) => {
  const waiting: Readonly<Record<HashKind, (() => void)[]>> = { reserved: [], open: [] };
  const running = { reserved: 0, open: 0 };
  const mayRun = (kind: HashKind): boolean =>
    running.reserved + running.open < concurrency &&
    (kind === 'reserved' || running.open < concurrency - reserved);
  const startNext = (): void => {
    const kind = (['reserved', 'open'] as const).find((one) => waiting[one].length > 0 && mayRun(one));
    if (kind === undefined) return;
    // Counted here rather than when the work begins, so that no call in between can take the slot.
    running[kind] += 1;
    waiting[kind].shift()?.();
  };
  return {
    /** Runs the work when a slot is free. Throws HasherBusyError when the queue of its kind is full. */
    async run<T>(kind: HashKind, work: () => Promise<T>): Promise<T> {
      if (waiting[kind].length >= maxQueue && !mayRun(kind))
        throw new HasherBusyError('the queue of password hashes is full');
      const turn = new Promise<void>((resolve) => waiting[kind].push(resolve));
      startNext();
      await turn;
      try {
        return await work();
      } finally {
        running[kind] -= 1;
        startNext();
      }
    },
  };
};
