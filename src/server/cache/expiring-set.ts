export interface ExpiringSetOptions {
  /** How long a key stays in the set, in milliseconds. */
  readonly lifetimeMs: number;
  /** Maximum number of keys; the oldest are dropped first. */
  readonly maxKeys: number;
  readonly now: () => number;
}

/** Set whose keys expire. */
export interface ExpiringSet {
  add(key: string): void;
  has(key: string): boolean;
}

/** Creates an empty set. Adding a key again restarts its lifetime. */
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
