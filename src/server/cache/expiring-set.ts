export interface ExpiringSetOptions {
  /** In milliseconds. */
  readonly lifetimeMs: number;
  /** Oldest keys go first beyond this many. */
  readonly maxKeys: number;
  readonly now: () => number;
}

/** Knows for a while what it was told. */
export interface ExpiringSet {
  add(key: string): void;
  has(key: string): boolean;
}

/** Makes a memory that knows nothing yet. */
export const createExpiringSet = ({ lifetimeMs, maxKeys, now }: ExpiringSetOptions): ExpiringSet => {
  const expiries = new Map<string, number>();
  return {
    add(key) {
      expiries.delete(key);
      expiries.set(key, now() + lifetimeMs);
      const [oldest] = expiries.keys();
      if (expiries.size > maxKeys && oldest !== undefined) expiries.delete(oldest);
    },
    has: (key) => (expiries.get(key) ?? Number.NEGATIVE_INFINITY) > now(),
  };
};
