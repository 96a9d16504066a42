import { LRUCache } from 'lru-cache';

/**
 * Produces the value of a key, and stops when `signal` aborts. `members` holds the parties that share the call, by their keys; it may grow
 * during the call.
 */
type Produce<Value, Member> = (signal: AbortSignal, members: ReadonlyMap<string, Member>) => Promise<Value>;

interface SingleFlightOptions<Value, Member> {
  readonly signal?: AbortSignal | undefined;
  readonly isAcceptable?: ((value: Value) => boolean) | undefined;
  /** Party for which the value is requested, after its key. Parties with the same key count as one. */
  readonly member?: readonly [key: string, Member];
}

interface Entry<Value> {
  readonly value: Value;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface SharedCall<Value, Member> {
  readonly result: Promise<Value>;
  readonly members: Map<string, Member>;
  readonly abandonment: AbortController;
  waiterCount: number;
}

interface SingleFlightCacheOptions<Value> {
  /** How long a value is cached, in milliseconds. */
  readonly lifetimeMs: number;
  /** Maximum number of entries; the least recently used are dropped first. */
  readonly maxEntries: number;
  /** Returns whether a value is cached. A value that is not cached still reaches every waiting caller. */
  readonly isCacheable: (value: Value) => boolean;
  /**
   * Returns when a value expires, in milliseconds since 1970, or undefined. A value expires at this time or after `lifetimeMs`, whichever
   * comes first.
   */
  readonly expiresAt?: (value: Value) => number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Settles like `work`. As soon as `signal` aborts, calls `onAbort` and rejects with the signal's reason, whatever becomes of the work.
 */
export const rejectOnAbort = <Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  onAbort: () => void = () => undefined,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      onAbort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });

export const createSingleFlightCache = <Value, Member = unknown>({
  lifetimeMs,
  maxEntries,
  isCacheable,
  expiresAt,
  now = Date.now,
}: SingleFlightCacheOptions<Value>) => {
  const entries = new LRUCache<string, Entry<Value>>({ max: maxEntries });
  const calls = new Map<string, SharedCall<Value, Member>>();

  const store = (key: string, value: Value): void => {
    entries.set(key, { value, expiresAt: Math.min(now() + lifetimeMs, expiresAt?.(value) ?? Infinity) });
  };

  const startCall = (key: string, produce: Produce<Value, Member>): SharedCall<Value, Member> => {
    const members = new Map<string, Member>();
    const abandonment = new AbortController();
    const run = async (): Promise<Value> => {
      try {
        const value = await produce(abandonment.signal, members);
        if (isCacheable(value) && !abandonment.signal.aborted) store(key, value);
        return value;
      } finally {
        if (calls.get(key) === call) calls.delete(key);
      }
    };
    const result = Promise.resolve().then(run);
    const call: SharedCall<Value, Member> = { result, members, abandonment, waiterCount: 0 };
    calls.set(key, call);
    return call;
  };

  const leaveCall = (key: string, call: SharedCall<Value, Member>): void => {
    call.waiterCount -= 1;
    if (call.waiterCount > 0) return;
    // A new request must not join a call that is being aborted.
    if (calls.get(key) === call) calls.delete(key);
    call.abandonment.abort();
  };

  return {
    /**
     * Returns the cached value for `key`, joins the running call of `produce` for `key`, or starts one. A rejection of `produce` reaches
     * every waiting caller and is not cached. A caller whose `signal` aborts is rejected with the signal's reason, while the other callers
     * go on waiting. The signal passed to `produce` aborts when no caller waits any more. A cached value for which `isAcceptable` returns
     * false is dropped; a running call is joined without this check, because its value is newer. `produce` also receives the members that
     * share the call, by key and in order of arrival; the map grows when callers join with new members.
     */
    async get(
      key: string,
      produce: Produce<Value, Member>,
      { signal, isAcceptable = () => true, member }: SingleFlightOptions<Value, Member> = {},
    ): Promise<Value> {
      signal?.throwIfAborted();
      const entry = entries.get(key);
      if (entry !== undefined && entry.expiresAt > now() && isAcceptable(entry.value)) return entry.value;
      entries.delete(key);
      const call = calls.get(key) ?? startCall(key, produce);
      call.waiterCount += 1;
      if (member !== undefined && !call.members.has(member[0])) call.members.set(...member);
      return signal === undefined
        ? call.result
        : rejectOnAbort(call.result, signal, () => leaveCall(key, call));
    },
    /** Drops the cached value for `key` if `isStale` returns true for it; without `isStale`, always. Running calls are not affected. */
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
