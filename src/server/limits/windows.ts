import { BLOCK_SHARE, blockKeyOf } from './requester.ts';

/** At most `limit` events within any `seconds`. */
export interface RateWindow {
  readonly limit: number;
  readonly seconds: number;
  /** Short name for headers, an HTTP structured-field string. */
  readonly name?: string;
}

/** State of one window for one key: how many more events it allows, and when that number grows. */
export interface WindowState extends RateWindow {
  readonly remaining: number;
  /** Seconds until the oldest counted event leaves the window; the whole window when nothing is counted. */
  readonly resetSeconds: number;
}

/** Whether an event was counted (`ok`), and the state of each window for the key of the event. */
export interface WindowsResult {
  readonly ok: boolean;
  /** In the order of the windows. */
  readonly states: readonly WindowState[];
  /** Seconds until the next event is allowed; 0 when this event was counted. */
  readonly retryAfter: number;
}

/**
 * Counts events by key in several sliding windows. The keys of networks in one block (requester.ts) count together, too, against limits
 * BLOCK_SHARE times as high.
 */
export interface Windows {
  /**
   * Counts one event when every window allows it; a refused event is not counted. `callWindows` replace the windows for this call; none of
   * them may be longer than the longest of the windows.
   */
  take(key: string, callWindows?: readonly RateWindow[]): WindowsResult | Promise<WindowsResult>;
  /** Removes the last event of a key, also from the count of its block. */
  giveBack(key: string): void | Promise<void>;
  /** Returns the ages in milliseconds of a key's events within the longest window, the oldest first. */
  ages(key: string): readonly number[] | Promise<readonly number[]>;
  /** Forgets the events of a key; those of its block stay. */
  clear(key: string): void | Promise<void>;
}

/**
 * Creates windows in this process, or in the database that all instances share. There, `name` separates them from windows for other events.
 */
export type CreateWindows = (name: string, windows: readonly RateWindow[]) => Windows;

interface MemoryWindowsOptions {
  /** Clock in milliseconds. */
  readonly now?: () => number;
  /** Maximum number of keys in memory; above it, the keys unused for longest are dropped. */
  readonly maxKeys?: number;
  /** Maximum number of events in memory; above it, the keys unused for longest are dropped. */
  readonly maxEvents?: number;
  /** Called for each refused event. */
  readonly onRefused?: (() => void) | undefined;
}

/**
 * Default maximum number of keys, because one IPv6 customer can own millions of /56 networks. With MAX_EVENTS, it keeps the memory of one
 * set of windows under 30 MB. A client that owns more networks than this evades limits by network anyway.
 */
const MAX_KEYS = 50_000;
/** Default maximum number of events. */
const MAX_EVENTS = 1_000_000;
/**
 * Share of `maxKeys` and `maxEvents` to which the memory is reduced when one of them is exceeded. Dropping keys one by one would make each
 * call step over the gaps that earlier calls left in the map.
 */
const RETAINED_SHARE = 0.9;
const CLEANUP_EVERY_MS = 60_000;

/** Events of one key. */
interface Events {
  /** When the events happened, in milliseconds, ascending. */
  readonly times: number[];
  /** Index in `times` of the first event that may still count. Earlier ones are removed from time to time. */
  first: number;
}

/** Returns the index of the first time after `cutoff`, at `first` or later. */
const firstAfter = ({ times, first }: Events, cutoff: number): number => {
  let low = first;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) > cutoff) high = middle;
    else low = middle + 1;
  }
  return low;
};

/**
 * Removes the times before index `first` once they are more than half of all. Removing them at each event would be slow, because all later
 * times move.
 */
const dropFirst = (events: Events): void => {
  if (events.first <= events.times.length / 2) return;
  events.times.splice(0, events.first);
  events.first = 0;
};

/** Returns the state of a window for a key with these events at the time `now` (milliseconds). */
const readWindow = (window: RateWindow, events: Events, now: number): WindowState => {
  const { times } = events;
  const windowMs = window.seconds * 1_000;
  const first = firstAfter(events, now - windowMs);
  const used = times.length - first;
  // Limits change only between two starts, but `remaining` must never be negative.
  const remaining = Math.max(0, window.limit - used);
  /** Time of the event that allows another one when it leaves the window; `now` if no event counts. */
  const oldest = times[Math.max(first, times.length - window.limit)] ?? now;
  const resetSeconds = Math.max(1, Math.ceil((oldest + windowMs - now) / 1_000));
  return { ...window, remaining, resetSeconds };
};

/** Returns the state of a window for a key with events of these ages in milliseconds, the oldest first. */
export const readAges = (window: RateWindow, ages: readonly number[]): WindowState =>
  readWindow(window, { times: ages.map((age) => -age), first: 0 }, 0);

/**
 * Counts `events` one after the other, each with its windows and key, and returns the last result. When one is refused, takes the already
 * counted ones back and returns the refusal.
 */
export const takeAll = async (
  events: readonly (readonly [windows: Windows, key: string, callWindows?: readonly RateWindow[]])[],
): Promise<WindowsResult> => {
  let result: WindowsResult = { ok: true, states: [], retryAfter: 0 };
  for (const [at, [windows, key, callWindows]] of events.entries()) {
    result = await windows.take(key, callWindows);
    if (result.ok) continue;
    for (const [earlier, earlierKey] of events.slice(0, at)) await earlier.giveBack(earlierKey);
    return result;
  }
  return result;
};

/** Returns the length of the longest window in milliseconds. */
export const longestWindowMs = (windows: readonly RateWindow[]): number =>
  Math.max(...windows.map(({ seconds }) => seconds)) * 1_000;

/** Returns the windows for all networks of a block together: their limits are BLOCK_SHARE times as high. */
export const blockWindowsOf = (windows: readonly RateWindow[]): RateWindow[] =>
  windows.map((window) => ({ ...window, limit: window.limit * BLOCK_SHARE }));

/**
 * Creates windows in memory, which store the time of each counted event until the longest window has passed. Above `maxKeys` keys or
 * `maxEvents` events, they forget the keys that were unused for longest.
 */
export const createMemoryWindows = (
  windows: readonly RateWindow[],
  { now = Date.now, maxKeys = MAX_KEYS, maxEvents = MAX_EVENTS, onRefused }: MemoryWindowsOptions = {},
) => {
  const longestMs = longestWindowMs(windows);
  /** Events by key, in the order of the last event of each key. */
  const log = new Map<string, Events>();
  let counted = 0;
  let nextCleanup = 0;
  const dropUnneeded = (at: number): void => {
    const full = log.size > maxKeys || counted > maxEvents;
    if (!full && at < nextCleanup) return;
    nextCleanup = at + CLEANUP_EVERY_MS;
    for (const [key, { times, first }] of log) {
      const expired = (times.at(-1) ?? 0) <= at - longestMs;
      const fits = !full || (log.size <= maxKeys * RETAINED_SHARE && counted <= maxEvents * RETAINED_SHARE);
      if (!expired && fits) return;
      counted -= times.length - first;
      log.delete(key);
    }
  };
  const eventsOf = (key: string, at: number): Events => {
    const events = log.get(key) ?? { times: [], first: 0 };
    const first = firstAfter(events, at - longestMs);
    counted -= first - events.first;
    events.first = first;
    dropFirst(events);
    return events;
  };
  const add = (key: string, events: Events, at: number): void => {
    events.times.push(at);
    counted += 1;
    log.delete(key);
    log.set(key, events);
  };
  const giveBackOne = (key: string): void => {
    const events = log.get(key);
    if (events === undefined || events.times.length <= events.first) return;
    events.times.pop();
    counted -= 1;
  };
  return {
    /** Returns the number of keys in memory, including those of blocks. */
    size: () => log.size,
    take(key: string, callWindows = windows): WindowsResult {
      const at = now();
      const own = eventsOf(key, at);
      const before = callWindows.map((window) => readWindow(window, own, at));
      const block = blockKeyOf(key);
      const ofBlock = block === key ? null : eventsOf(block, at);
      const shared =
        ofBlock === null ? [] : blockWindowsOf(callWindows).map((window) => readWindow(window, ofBlock, at));
      const full = [...before, ...shared].filter(({ remaining }) => remaining === 0);
      if (full.length > 0) {
        onRefused?.();
        const retryAfter = Math.max(...full.map(({ resetSeconds }) => resetSeconds));
        return { ok: false, states: before, retryAfter };
      }
      add(key, own, at);
      if (ofBlock !== null) add(block, ofBlock, at);
      dropUnneeded(at);
      const states = before.map((state) => ({ ...state, remaining: state.remaining - 1 }));
      return { ok: true, states, retryAfter: 0 };
    },
    giveBack: (key: string): void => [...new Set([key, blockKeyOf(key)])].forEach(giveBackOne),
    ages(key: string): readonly number[] {
      const at = now();
      const { times, first } = eventsOf(key, at);
      return times.slice(first).map((time) => at - time);
    },
    clear(key: string): void {
      const events = log.get(key);
      if (events !== undefined) counted -= events.times.length - events.first;
      log.delete(key);
    },
  };
};

/** Windows in the memory of this process. Their methods return results instead of promises. */
export type MemoryWindows = ReturnType<typeof createMemoryWindows>;

/** Creates windows in the memory of this process, whatever their name. */
export const MEMORY_WINDOWS: CreateWindows = (_name, windows) => createMemoryWindows(windows);
