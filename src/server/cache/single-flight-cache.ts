/** Remembers results for a while and lets equal requests that arrive together share one piece of work. */
export interface SingleFlightCache<Value, Member = unknown> {
  /**
   * Gives the remembered value for `key`, joins the work already under way for it, or starts `produce`.
   * A rejection reaches everybody who waits and is not remembered. Who leaves (`signal`) is rejected with the signal's
   * reason and changes nothing for the others; when nobody waits any more, the signal `produce` was given aborts.
   * A remembered value that `approves` turns down is dropped; work under way is joined unasked, as it is younger.
   * `produce` is also given the members who share the work by their key, the first one first; the map grows while others join.
   */
  get(
    key: string,
    produce: (signal: AbortSignal, members: ReadonlyMap<string, Member>) => Promise<Value>,
    options?: SingleFlightOptions<Value, Member>,
  ): Promise<Value>;
  /** Drops the remembered value for `key`, or only one of which `isStale` holds; work under way is not touched. */
  invalidate(key: string, isStale?: (value: Value) => boolean): void;
}

export interface SingleFlightOptions<Value, Member> {
  readonly signal?: AbortSignal | undefined;
  readonly isAcceptable?: ((value: Value) => boolean) | undefined;
  /** On whose behalf the value is wanted; equal members have equal keys. */
  readonly member?: readonly [key: string, Member];
}

interface Entry<Value> {
  readonly value: Value;
  readonly expires: number;
}

interface Flight<Value, Member> {
  readonly result: Promise<Value>;
  readonly members: Map<string, Member>;
  readonly abandonment: AbortController;
  waiters: number;
}

export interface SingleFlightCacheOptions<Value> {
  /** How long a value is kept, in milliseconds. */
  readonly lifetimeMs: number;
  /** Oldest entries go first beyond this many. */
  readonly maxEntries: number;
  /** Only values this approves are remembered; the others are still shared with everybody who waited. */
  readonly isCacheable: (value: Value) => boolean;
  /** A moment after which a value is worth nothing, milliseconds since 1970. */
  readonly expiresAt?: (value: Value) => number | undefined;
  readonly now?: () => number;
}

/** Waits for `result` until `signal` aborts. */
const resultUntilAborted = <Value>(
  result: Promise<Value>,
  signal: AbortSignal,
  leave: () => void,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => {
      leave();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });

/** Makes an in-memory cache with single-flight. */
export const createSingleFlightCache = <Value, Member = unknown>({
  lifetimeMs,
  maxEntries,
  isCacheable,
  expiresAt,
  now = Date.now,
}: SingleFlightCacheOptions<Value>): SingleFlightCache<Value, Member> => {
  const entries = new Map<string, Entry<Value>>();
  const flights = new Map<string, Flight<Value, Member>>();

  const store = (key: string, value: Value): void => {
    entries.delete(key);
    entries.set(key, { value, expires: Math.min(now() + lifetimeMs, expiresAt?.(value) ?? Infinity) });
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
  };

  const startFlight = (
    key: string,
    produce: (signal: AbortSignal, members: ReadonlyMap<string, Member>) => Promise<Value>,
  ): Flight<Value, Member> => {
    const members = new Map<string, Member>();
    const abandonment = new AbortController();
    const run = async (): Promise<Value> => {
      try {
        const value = await produce(abandonment.signal, members);
        if (isCacheable(value) && !abandonment.signal.aborted) store(key, value);
        return value;
      } finally {
        if (flights.get(key) === flight) flights.delete(key);
      }
    };
    const result = Promise.resolve().then(run);
    const flight: Flight<Value, Member> = { result, members, abandonment, waiters: 0 };
    flights.set(key, flight);
    return flight;
  };

  const leaveFlight = (key: string, flight: Flight<Value, Member>): void => {
    flight.waiters -= 1;
    if (flight.waiters > 0) return;
    // Whoever comes now must not board work that is being called off.
    if (flights.get(key) === flight) flights.delete(key);
    flight.abandonment.abort();
  };

  return {
    async get(key, produce, { signal, isAcceptable = () => true, member } = {}) {
      signal?.throwIfAborted();
      const entry = entries.get(key);
      if (entry !== undefined && entry.expires > now() && isAcceptable(entry.value)) return entry.value;
      entries.delete(key);
      const flight = flights.get(key) ?? startFlight(key, produce);
      flight.waiters += 1;
      if (member !== undefined && !flight.members.has(member[0])) flight.members.set(...member);
      return signal === undefined
        ? flight.result
        : resultUntilAborted(flight.result, signal, () => leaveFlight(key, flight));
    },
    invalidate(key, isStale = () => true) {
      const entry = entries.get(key);
      if (entry !== undefined && isStale(entry.value)) entries.delete(key);
    },
  };
};
