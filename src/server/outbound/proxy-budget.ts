const HOUR_MS = 60 * 60 * 1_000;

/** Limits how many posts and share links are read through the owner's proxy in an hour. */
export interface ProxyBudget {
  /** Counts one read and returns null; returns the seconds until the next one is free if the hour's reads are used up. */
  take(): number | null | Promise<number | null>;
}

/** Budget whose reads this process counts alone. */
export interface OwnProxyBudget extends ProxyBudget {
  take(): number | null;
  /** Reads of the last hour. */
  used(): number;
}

/** Creates a budget of `perHour` reads within any hour. `now` returns milliseconds of a clock that never goes back. */
export const createProxyBudget = (
  perHour: number,
  now: () => number = () => performance.now(),
): OwnProxyBudget => {
  /** Times of the reads, the oldest first. */
  const reads: number[] = [];
  const forgetOld = (): void => {
    const stillCounted = reads.findIndex((at) => at > now() - HOUR_MS);
    reads.splice(0, stillCounted === -1 ? reads.length : stillCounted);
  };
  return {
    take() {
      forgetOld();
      const [oldest] = reads;
      if (oldest !== undefined && reads.length >= perHour)
        return Math.max(1, Math.ceil((oldest + HOUR_MS - now()) / 1_000));
      reads.push(now());
      return null;
    },
    used() {
      forgetOld();
      return reads.length;
    },
  };
};
