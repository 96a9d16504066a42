/** Too many passwords are being hashed already; more would only make everybody wait. */
class HasherBusyError extends Error {
  override readonly name = 'HasherBusyError';
  /** The HTTP side knows errors by it. */
  readonly statusCode = 503;
}

export interface HashQueueOptions {
  /** Hashes made at once. */
  readonly concurrency: number;
  /** Of these, places that only reserved work may take. */
  readonly reserved: number;
  /** Waiting calls of each kind; calls beyond it are rejected. */
  readonly maxQueue: number;
}

export interface HashQueue {
  /** Runs the work when a place is free. Rejects with HasherBusyError when the queue of its kind is full. */
  run<T>(kind: HashKind, work: () => Promise<T>): Promise<T>;
}

/** `reserved`: work of people the site knows; it never waits behind `open` work, which anybody can cause. */
export type HashKind = 'reserved' | 'open';

/** Creates a queue in which no amount of open work can take the reserved places or delay reserved work that waits. */
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
      // Counted here and not when the work begins: nobody who comes in between can take the place.
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
    if (waiting[kind].length >= maxQueue) throw new HasherBusyError('too many passwords wait');
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
