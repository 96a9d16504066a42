import { LRUCache } from 'lru-cache';

/** Produces the value of a key until `signal` aborts. `members` share the call. */
type Produce<Value, Member> = (signal: AbortSignal, members: ReadonlyMap<string, Member>) => Promise<Value>;

interface SingleFlightOptions<Value, Member> {
  readonly signal?: AbortSignal | undefined;
  readonly isAcceptable?: ((value: Value) => boolean) | undefined;
  /** Party on whose behalf the value is requested. Equal members have equal keys. */
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

interface SingleFlightCacheOptions<Value> {
  /** How long a value is cached, in milliseconds. */
  readonly lifetimeMs: number;
  /** Maximum number of entries; the least recently used are dropped first. */
  readonly maxEntries: number;
  /** Decides whether a value is cached. Other values are still shared with every waiting request. */
  readonly isCacheable: (value: Value) => boolean;
  /** Returns when a value expires if that is before the end of its lifetime, in milliseconds since 1970. */
  readonly expiresAt?: (value: Value) => number | undefined;
  readonly now?: () => number;
}

/** Waits for `result`; rejects and calls `leave` when `signal` aborts. */
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

export const createSingleFlightCache = <Value, Member = unknown>({
  lifetimeMs,
  maxEntries,
  isCacheable,
  expiresAt,
  now = Date.now,
}: SingleFlightCacheOptions<Value>) => {
  const entries = new LRUCache<string, Entry<Value>>({ max: maxEntries });
  const flights = new Map<string, Flight<Value, Member>>();

  const store = (key: string, value: Value): void => {
    entries.set(key, { value, expires: Math.min(now() + lifetimeMs, expiresAt?.(value) ?? Infinity) });
  };

  const startFlight = (key: string, produce: Produce<Value, Member>): Flight<Value, Member> => {
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
    // A new request must not join a call that is being aborted.
    if (flights.get(key) === flight) flights.delete(key);
    flight.abandonment.abort();
  };

  return {
    /**
     * Returns the cached value for `key`, joins the call under way for it, or starts `produce`. A rejection reaches every
     * waiting request and is not cached. A request whose `signal` aborts is rejected with the signal's reason without
     * affecting the others; when none is left, the signal passed to `produce` aborts. A cached value that `isAcceptable`
     * rejects is dropped; a call under way is joined without this check, because its value is newer. `produce` also
     * receives the members that share the call, by key and in order of arrival; the map grows while others join.
     */
    async get(
      key: string,
      produce: Produce<Value, Member>,
      { signal, isAcceptable = () => true, member }: SingleFlightOptions<Value, Member> = {},
    ): Promise<Value> {
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
    /**
     * Drops the cached value for `key`, or only one for which `isStale` returns true. Calls under way are not affected.
     */
    invalidate(key: string, isStale: (value: Value) => boolean = () => true): void {
      const entry = entries.get(key);
      if (entry !== undefined && isStale(entry.value)) entries.delete(key);
    },
  };
};

/** In-memory cache in which concurrent requests for the same key share one call. */
export type SingleFlightCache<Value, Member = unknown> = ReturnType<
  typeof createSingleFlightCache<Value, Member>
>;
