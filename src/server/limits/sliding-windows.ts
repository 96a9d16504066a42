/** At most `limit` events within any `seconds`. */
export interface RateWindow {
  /** Short name for headers, an HTTP structured-field string. */
  readonly name: string;
  readonly limit: number;
  readonly seconds: number;
}

/** What one key has left in one window. */
export interface WindowState extends RateWindow {
  readonly remaining: number;
  /** Seconds until the oldest counted event leaves the window; the whole window when nothing is counted. */
  readonly resetSeconds: number;
}

/** Result of counting one event. */
export interface WindowsResult {
  readonly ok: boolean;
  /** In the order of the windows. */
  readonly states: readonly WindowState[];
  /** Seconds until the next event is allowed; 0 when this one was. */
  readonly retryAfter: number;
}

/** Counts events by key in several sliding windows. */
export interface SlidingWindows {
  /** Counts one event when every window allows it. A refused event is not counted. */
  take(key: string): WindowsResult;
  /** Returns the number of keys in memory. */
  size(): number;
}

export interface SlidingWindowsOptions {
  readonly windows: readonly RateWindow[];
  /** Clock in milliseconds. */
  readonly now?: () => number;
  /** Keys and events in memory; above either the keys unused for longest are dropped. */
  readonly maxKeys?: number;
  readonly maxEvents?: number;
}

/**
 * One IPv6 customer can own millions of /56 networks. These bounds keep the memory of a counter under 30 MB. A client
 * that owns more networks than this evades limits by network anyway.
 */
const MAX_KEYS = 50_000;
const MAX_EVENTS = 1_000_000;
/**
 * Share of the bounds that remains after dropping. Dropping entries one by one would make each call step over the gaps
 * that earlier ones left in the map.
 */
const RETAINED_SHARE = 0.9;
const CLEANUP_EVERY_MS = 60_000;

/** Returns the index of the first time after `cutoff`; `times` ascend. */
const firstAfter = (times: readonly number[], cutoff: number): number => {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) > cutoff) high = middle;
    else low = middle + 1;
  }
  return low;
};

/**
 * Creates a sliding-window log. It is exact in every window, because each counted event is stored until the longest
 * window has passed.
 */
export const createSlidingWindows = ({
  windows,
  now = Date.now,
  maxKeys = MAX_KEYS,
  maxEvents = MAX_EVENTS,
}: SlidingWindowsOptions): SlidingWindows => {
  const longestMs = Math.max(...windows.map(({ seconds }) => seconds)) * 1_000;
  /** Times of each key's events, ascending; the keys in the order of their last event. */
  const log = new Map<string, number[]>();
  let events = 0;
  const drop = (key: string, times: readonly number[]): void => {
    events -= times.length;
    log.delete(key);
  };
  let nextCleanup = 0;
  const dropUnneeded = (at: number): void => {
    const full = log.size > maxKeys || events > maxEvents;
    if (!full && at < nextCleanup) return;
    nextCleanup = at + CLEANUP_EVERY_MS;
    for (const [key, times] of log) {
      const expired = (times.at(-1) ?? 0) <= at - longestMs;
      const fits = !full || (log.size <= maxKeys * RETAINED_SHARE && events <= maxEvents * RETAINED_SHARE);
      if (!expired && fits) return;
      drop(key, times);
    }
  };
  const readWindow = (window: RateWindow, times: readonly number[], at: number) => {
    const windowMs = window.seconds * 1_000;
    const first = firstAfter(times, at - windowMs);
    const used = times.length - first;
    // Limits change only between two starts, but `remaining` must never be negative.
    const remaining = Math.max(0, window.limit - used);
    /** The event that allows another one when it leaves the window. */
    const oldest = times[Math.max(first, times.length - window.limit)] ?? at;
    const resetSeconds = Math.max(1, Math.ceil((oldest + windowMs - at) / 1_000));
    return { ...window, remaining, resetSeconds };
  };
  return {
    size: () => log.size,
    take(key) {
      const at = now();
      const known = log.get(key) ?? [];
      const expired = firstAfter(known, at - longestMs);
      if (expired > 0) events -= known.splice(0, expired).length;
      const before = windows.map((window) => readWindow(window, known, at));
      const full = before.filter(({ remaining }) => remaining === 0);
      if (full.length > 0)
        return {
          ok: false,
          states: before,
          retryAfter: Math.max(...full.map(({ resetSeconds }) => resetSeconds)),
        };
      known.push(at);
      events += 1;
      log.delete(key);
      log.set(key, known);
      dropUnneeded(at);
      return { ok: true, states: windows.map((window) => readWindow(window, known, at)), retryAfter: 0 };
    },
  };
};
