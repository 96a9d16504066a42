/** What a borrower may do with a lease, by name. It ends with the first of them. */
export type LeaseEnds = Readonly<Record<string, (data: unknown) => unknown>>;

/** What a worker has been lent: slots and attempts that count until it gives them back, or dies. */
export interface Leases {
  /** Lends something and returns its number. `lost` names the end that a death of the worker counts as; null for none. */
  lend(ends: LeaseEnds, lost: string | null): number;
  /** Ends a lease. Does nothing for one that has ended. */
  end(lease: number, how: string, data?: unknown): void;
  /** Ends a lease as lost. */
  endLost(lease: number): void;
  /** Ends all leases as lost, and those that are lent from now on at once. */
  endAll(): void;
}

/** Creates the leases of one worker. `onFault` is called with a rejection of an end. */
export const createLeases = (onFault: (error: unknown) => void): Leases => {
  let last = 0;
  let isOver = false;
  const lent = new Map<number, { readonly ends: LeaseEnds; readonly lost: string | null }>();
  const end = (lease: number, how: string, data?: unknown): void => {
    const held = lent.get(lease);
    lent.delete(lease);
    const ending = held?.ends[how]?.(data);
    if (ending instanceof Promise) ending.catch(onFault);
  };
  const endLost = (lease: number): void => {
    const lost = lent.get(lease)?.lost ?? null;
    if (lost === null) lent.delete(lease);
    else end(lease, lost);
  };
  const endAll = (): void => {
    isOver = true;
    for (const lease of [...lent.keys()]) endLost(lease);
  };
  return {
    lend(ends, lost) {
      last += 1;
      lent.set(last, { ends, lost });
      // The worker died while the answer was made.
      if (isOver) endAll();
      return last;
    },
    end,
    endLost,
    endAll,
  };
};
