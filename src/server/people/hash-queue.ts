/** Thrown when too many passwords are being hashed already; a longer queue would only slow everybody down. */
export class HasherBusyError extends Error {
  override readonly name = 'HasherBusyError';
  /** HTTP status that the error handler answers with. */
  readonly statusCode = 503;
}

export interface HashQueueOptions {
  /** Hashes computed concurrently. */
  readonly concurrency: number;
  /** Number of these slots that only reserved work may take. */
  readonly reserved: number;
  /** Maximum queue length of each kind; further calls are rejected. */
  readonly maxQueue: number;
}

export interface HashQueue {
  /** Runs the work when a slot is free. Rejects with HasherBusyError when the queue of its kind is full. */
  run<T>(kind: HashKind, work: () => Promise<T>): Promise<T>;
}

/** `reserved` is work for known users, which never waits behind `open` work, which anybody can cause. */
export type HashKind = 'reserved' | 'open';

/** Creates a queue in which open work can neither occupy the reserved slots nor delay queued reserved work. */
export const createHashQueue = ({ concurrency, reserved, maxQueue }: HashQueueOptions): HashQueue => {
  const waiting: Readonly<Record<HashKind, (() => void)[]>> = { reserved: [], open: [] };
  const running: Record<HashKind, number> = { reserved: 0, open: 0 };
  const mayRun = (kind: HashKind): boolean =>
    running.reserved + running.open < concurrency &&
    (kind === 'reserved' || running.open < concurrency - reserved);
  const startNext = (): void => {
    for (const kind of ['reserved', 'open'] as const) {
      const next = mayRun(kind) ? waiting[kind].shift() : undefined;
      if (next === undefined) continue;
      // Counted here rather than when the work begins, so that no call in between can take the slot.
      running[kind] += 1;
      next();
      return;
    }
  };
  const acquire = async (kind: HashKind): Promise<void> => {
    if (waiting[kind].length === 0 && mayRun(kind)) {
      running[kind] += 1;
      return;
    }
    if (waiting[kind].length >= maxQueue) throw new HasherBusyError('the queue of password hashes is full');
    await new Promise<void>((resolve) => waiting[kind].push(resolve));
  };
  return {
    async run(kind, work) {
      await acquire(kind);
      try {
        return await work();
      } finally {
        running[kind] -= 1;
        startNext();
      }
    },
  };
};
