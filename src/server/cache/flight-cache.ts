/** Remembers results for a while and lets equal requests that arrive together share one piece of work. */
export interface FlightCache<Value> {
  /**
   * Gives the remembered value for `key`, joins the work already under way for it, or starts `produce`.
   * A rejection reaches everybody who waits and is not remembered.
   */
  get(key: string, produce: () => Promise<Value>): Promise<Value>;
  /** Drops the remembered value for `key`; work under way is not touched. */
  forget(key: string): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly expires: number;
}

export interface FlightCacheOptions<Value> {
  /** How long a value is kept, in milliseconds. */
  readonly lifetimeMs: number;
  /** Oldest entries go first beyond this many. */
  readonly maxEntries: number;
  /** Only values this approves are remembered; the others are still shared with everybody who waited. */
  readonly keep: (value: Value) => boolean;
  readonly now?: () => number;
}

/** Makes an in-memory cache with single-flight. */
export const createFlightCache = <Value>({
  lifetimeMs,
  maxEntries,
  keep,
  now = Date.now,
}: FlightCacheOptions<Value>): FlightCache<Value> => {
  const entries = new Map<string, Entry<Value>>();
  const flights = new Map<string, Promise<Value>>();

  const remember = (key: string, value: Value): void => {
    entries.delete(key);
    entries.set(key, { value, expires: now() + lifetimeMs });
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
  };

  const fly = async (key: string, produce: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await produce();
      if (keep(value)) remember(key, value);
      return value;
    } finally {
      flights.delete(key);
    }
  };

  return {
    get(key, produce) {
      const entry = entries.get(key);
      if (entry !== undefined && entry.expires > now()) return Promise.resolve(entry.value);
      entries.delete(key);
      const underWay = flights.get(key);
      if (underWay !== undefined) return underWay;
      const flight = fly(key, produce);
      flights.set(key, flight);
      return flight;
    },
    forget(key) {
      entries.delete(key);
    },
  };
};
