/** Remembers results for a while and lets equal requests that arrive together share one piece of work. */
export interface FlightCache<Value> {
  /**
   * Gives the remembered value for `key`, joins the work already under way for it, or starts `produce`.
   * A rejection reaches everybody who waits and is not remembered. Who leaves (`signal`) is rejected with the signal's
   * reason and changes nothing for the others; when nobody waits any more, the signal `produce` was given aborts.
   * A remembered value that `approves` turns down is dropped; work under way is joined unasked, as it is younger.
   */
  get(
    key: string,
    produce: (signal: AbortSignal) => Promise<Value>,
    signal?: AbortSignal | undefined,
    approves?: (value: Value) => boolean,
  ): Promise<Value>;
  /** Drops the remembered value for `key`, or only one of which `isStale` holds; work under way is not touched. */
  forget(key: string, isStale?: (value: Value) => boolean): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly expires: number;
}

interface Flight<Value> {
  readonly landing: Promise<Value>;
  readonly nobodyWaits: AbortController;
  waiting: number;
}

export interface FlightCacheOptions<Value> {
  /** How long a value is kept, in milliseconds. */
  readonly lifetimeMs: number;
  /** Oldest entries go first beyond this many. */
  readonly maxEntries: number;
  /** Only values this approves are remembered; the others are still shared with everybody who waited. */
  readonly keep: (value: Value) => boolean;
  /** A moment after which a value is worth nothing, milliseconds since 1970. */
  readonly until?: (value: Value) => number | undefined;
  readonly now?: () => number;
}

/** Waits for `landing` until `signal` aborts. */
const aboard = <Value>(landing: Promise<Value>, signal: AbortSignal, leave: () => void): Promise<Value> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => {
      leave();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    landing.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });

/** Makes an in-memory cache with single-flight. */
export const createFlightCache = <Value>({
  lifetimeMs,
  maxEntries,
  keep,
  until,
  now = Date.now,
}: FlightCacheOptions<Value>): FlightCache<Value> => {
  const entries = new Map<string, Entry<Value>>();
  const flights = new Map<string, Flight<Value>>();

  const remember = (key: string, value: Value): void => {
    entries.delete(key);
    entries.set(key, { value, expires: Math.min(now() + lifetimeMs, until?.(value) ?? Infinity) });
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
  };

  const takeOff = (key: string, produce: (signal: AbortSignal) => Promise<Value>): Flight<Value> => {
    const nobodyWaits = new AbortController();
    const fly = async (): Promise<Value> => {
      try {
        const value = await produce(nobodyWaits.signal);
        if (keep(value) && !nobodyWaits.signal.aborted) remember(key, value);
        return value;
      } finally {
        if (flights.get(key) === flight) flights.delete(key);
      }
    };
    const flight: Flight<Value> = { landing: Promise.resolve().then(fly), nobodyWaits, waiting: 0 };
    flights.set(key, flight);
    return flight;
  };

  const leave = (key: string, flight: Flight<Value>): void => {
    flight.waiting -= 1;
    if (flight.waiting > 0) return;
    // Whoever comes now must not board work that is being called off.
    if (flights.get(key) === flight) flights.delete(key);
    flight.nobodyWaits.abort();
  };

  return {
    async get(key, produce, signal, approves = () => true) {
      signal?.throwIfAborted();
      const entry = entries.get(key);
      if (entry !== undefined && entry.expires > now() && approves(entry.value)) return entry.value;
      entries.delete(key);
      const flight = flights.get(key) ?? takeOff(key, produce);
      flight.waiting += 1;
      return signal === undefined ? flight.landing : aboard(flight.landing, signal, () => leave(key, flight));
    },
    forget(key, isStale = () => true) {
      const entry = entries.get(key);
      if (entry !== undefined && isStale(entry.value)) entries.delete(key);
    },
  };
};
