import type { Requesters } from '../limits/requester.ts';

/** Clock and timer that tests can replace. */
export interface Clock {
  /** Milliseconds since 1970. Never goes back: a corrected system clock must not keep a circuit open for hours. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds. The returned function cancels the call. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const HOUR_MS = 60 * 60 * 1_000;
/** Share of the other networks' free starts that one network can use up, however many starts it makes. */
const SHARE_OF_OTHERS = 1 / 4;
/** Longest Retry-After of a request that was rejected by the queue. */
const RETRY_MAX_SECONDS = 60;
/** Milliseconds between checks of the queue. A network that joins a request may be allowed to start it sooner, and no event signals that. */
const RECHECK_MS = 500;
/** Number of networks whose last start is remembered; a forgotten network counts as new. */
const SERVED_MAX = 1_000;

export interface QueueRules {
  /** Starts per hour without a minimum gap. */
  readonly freePerHour: number;
  /** Minimum milliseconds between two starts beyond that. */
  readonly gapMs: number;
  /** Maximum concurrent runs. If there are several, the last free slot is reserved for a network without a running run. */
  readonly concurrency: number;
  /** Maximum queue length. Beyond it the newest request of the network with the most waiting requests is rejected. */
  readonly maxQueue: number;
}

/** Number of starts in the last hour by all networks. After `freePerHour` starts in an hour, starts are `gapMs` milliseconds apart. */
export interface StartBudgetState {
  readonly starts: number;
  readonly freePerHour: number;
  readonly gapMs: number;
}

export type EnterResult =
  | { readonly ok: true; leave(): void }
  /** `retryAfter`: seconds until another attempt is reasonable. */
  | { readonly ok: false; readonly retryAfter: number; readonly reason: 'queue_full' | 'queue_too_slow' };

interface EnterOptions {
  /** Milliseconds the request may wait. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly requesters: Requesters;
}

/**
 * Queue for the runs of one engine on one platform. It limits the concurrent runs and the rate of starts, and decides which network's run
 * starts next.
 */
export interface EngineQueue {
  /** Returns the starts of the last hour by all queues that share the budget; null when starts are not limited. */
  budget(): StartBudgetState | null;
  /** Returns the numbers of running runs and of waiting requests. */
  load(): { readonly running: number; readonly waiting: number };
  /** Waits for a slot, at most `waitMs`. Rejects with the signal's reason when it aborts. */
  enter(options: EnterOptions): Promise<EnterResult>;
}

export type StartBudget = ReturnType<typeof createStartBudget>;

/**
 * Counts the starts of runs on a platform, and requires a gap between them once the free starts of the hour are used up. One network may
 * use all free starts, but for the other networks its starts count only up to a quarter of them, so that its hundreds of requests do not
 * slow the others down.
 */
export const createStartBudget = (
  clock: Clock,
  { freePerHour, gapMs: gap }: Pick<QueueRules, 'freePerHour' | 'gapMs'>,
) => {
  const isLimited = freePerHour !== Number.POSITIVE_INFINITY;
  const share = Math.ceil(freePerHour * SHARE_OF_OTHERS);
  const starts: { readonly at: number; readonly key: string }[] = [];
  const counts = new Map<string, number>();
  /** Starts of the last hour, counting each network up to its share. */
  let shared = 0;
  let lastStart = Number.NEGATIVE_INFINITY;

  const dropOld = (): void => {
    const hourAgo = clock.now() - HOUR_MS;
    for (let oldest = starts[0]; oldest !== undefined && oldest.at <= hourAgo; oldest = starts[0]) {
      starts.shift();
      const count = counts.get(oldest.key) ?? 1;
      if (count <= share) shared -= 1;
      if (count === 1) counts.delete(oldest.key);
      else counts.set(oldest.key, count - 1);
    }
  };
  /** Returns the milliseconds required between the last start and the next one of this network. */
  const gapMs = (key: string): number => {
    dropOld();
    const own = counts.get(key) ?? 0;
    return shared - Math.min(own, share) + own < freePerHour ? 0 : gap;
  };
  return {
    gapMs,
    /** Returns the milliseconds until a run of this network may start; 0 when it may start now. */
    waitMs(key: string): number {
      const requiredGapMs = gapMs(key);
      return requiredGapMs === 0 ? 0 : Math.max(0, lastStart + requiredGapMs - clock.now());
    },
    start(key: string): void {
      if (!isLimited) return;
      dropOld();
      lastStart = clock.now();
      starts.push({ at: lastStart, key });
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= share) shared += 1;
    },
    state(): StartBudgetState | null {
      dropOld();
      return isLimited ? { starts: starts.length, freePerHour, gapMs: gap } : null;
    },
  };
};

/** Networks that wait for a request; they grow while others join. */
type Keys = Pick<ReadonlyMap<string, unknown>, 'keys' | 'has'>;

interface Waiter {
  readonly keys: Keys;
  /** Ends the wait with a result. */
  settle(entered: EnterResult): void;
}

/** Waiting requests, whose turns go round the networks. */
const createTurns = () => {
  const waiters = new Set<Waiter>();
  /** Sequence number of each network's last start, oldest first. */
  const lastServed = new Map<string, number>();
  let servedCount = 0;

  const countByKey = (): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const { keys } of waiters)
      for (const key of keys.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  /** Returns the load of a request: a shared request has the load of its network with the fewest requests. */
  const load = (keys: Keys, counts: ReadonlyMap<string, number>): number =>
    Math.min(...[...keys.keys()].map((key) => counts.get(key) ?? 0));

  const recordServed = (key: string): void => {
    servedCount += 1;
    lastServed.delete(key);
    lastServed.set(key, servedCount);
    for (const oldest of lastServed.keys()) {
      if (lastServed.size <= SERVED_MAX) break;
      lastServed.delete(oldest);
    }
  };

  return {
    waiters,
    networks: () => [...countByKey().keys()],
    /**
     * Removes and returns the request (`waiter`) whose turn it is, with the network (`key`) that the start counts for, one that `mayStart`
     * admits; null for none.
     */
    next(mayStart: (key: string) => boolean) {
      let best: { readonly waiter: Waiter; readonly key: string; readonly served: number } | null = null;
      for (const waiter of waiters)
        for (const key of waiter.keys.keys()) {
          const served = lastServed.get(key) ?? 0;
          if ((best === null || served < best.served) && mayStart(key)) best = { waiter, key, served };
        }
      if (best === null) return null;
      waiters.delete(best.waiter);
      recordServed(best.key);
      return best;
    },
    /**
     * Returns the newest request of the network with the most waiting requests, if each of the `arriving` networks would have fewer even
     * with one more; else null.
     */
    displacedBy(arriving: Keys): Waiter | null {
      const counts = countByKey();
      let newest: Waiter | null = null;
      let most = load(arriving, counts) + 1;
      for (const waiter of waiters) {
        const own = load(waiter.keys, counts);
        if (own < most || (own === most && newest === null)) continue;
        most = own;
        newest = waiter;
      }
      return newest;
    },
    /** Counts the requests that start before one that `arriving` would add now. */
    ahead(arriving: Keys): number {
      const counts = countByKey();
      const own = load(arriving, counts);
      let before = own;
      for (const [key, count] of counts) if (!arriving.has(key)) before += Math.min(count, own + 1);
      return before;
    },
  };
};

/** Creates an empty queue. Queues that share a budget count as one client of the platform. */
export const createEngineQueue = (
  clock: Clock,
  { concurrency, maxQueue, ...starts }: QueueRules,
  budget: StartBudget = createStartBudget(clock, starts),
): EngineQueue => {
  const turns = createTurns();
  /** Networks of the running runs. */
  const running: string[] = [];
  let lastRunMs = 0;
  let cancelRecheck = (): void => undefined;

  const hasSlot = (key: string): boolean => {
    const free = concurrency - running.length;
    return free > 1 || (free === 1 && !running.includes(key));
  };

  const begin = (key: string): EnterResult => {
    const began = clock.now();
    let isRunning = true;
    running.push(key);
    budget.start(key);
    return {
      ok: true,
      leave() {
        if (isRunning) running.splice(running.indexOf(key), 1);
        isRunning = false;
        lastRunMs = clock.now() - began;
        startWaiting();
      },
    };
  };

  const startWaiting = (): void => {
    cancelRecheck();
    const mayStart = (key: string): boolean => hasSlot(key) && budget.waitMs(key) <= 0;
    for (let next = turns.next(mayStart); next !== null; next = turns.next(mayStart))
      next.waiter.settle(begin(next.key));
    if (turns.waiters.size === 0) return;
    const waits = turns.networks().filter(hasSlot).map(budget.waitMs);
    cancelRecheck = clock.after(Math.min(RECHECK_MS, ...waits), startWaiting);
  };

  /** Returns the shortest gap among the networks of a request. */
  const gapOf = (keys: Keys): number => Math.min(...[...keys.keys()].map(budget.gapMs));

  const refuse = (keys: Keys, reason: 'queue_full' | 'queue_too_slow'): EnterResult => {
    const each = Math.max(gapOf(keys), lastRunMs / concurrency);
    const seconds = Math.ceil((each * (turns.ahead(keys) + 1)) / 1_000);
    return { ok: false, retryAfter: Math.min(RETRY_MAX_SECONDS, Math.max(1, seconds)), reason };
  };

  /** Returns whether the gap between starts alone exceeds a request's waiting time. */
  const isTooLate = ({ waitMs, requesters }: EnterOptions): boolean => {
    const gap = gapOf(requesters);
    if (gap === 0) return false;
    const soonest = Math.min(...[...requesters.keys()].map(budget.waitMs));
    return soonest + gap * turns.ahead(requesters) > waitMs;
  };

  /**
   * Adds a request to the queue. Resolves with a slot, or with a refusal when its time is over or another request displaces it; rejects
   * when its signal aborts.
   */
  const wait = ({ waitMs, signal, requesters: keys }: EnterOptions): Promise<EnterResult> => {
    const { promise, resolve, reject } = Promise.withResolvers<EnterResult>();
    const stop = (): void => {
      cancelTimeout();
      signal.removeEventListener('abort', onAbort);
      turns.waiters.delete(waiter);
    };
    const onAbort = (): void => {
      stop();
      reject(signal.reason);
    };
    const settle = (entered: EnterResult): void => {
      stop();
      resolve(entered);
    };
    const waiter = { keys, settle };
    const cancelTimeout = clock.after(waitMs, () => settle(refuse(keys, 'queue_too_slow')));
    signal.addEventListener('abort', onAbort, { once: true });
    turns.waiters.add(waiter);
    return promise;
  };

  return {
    budget: budget.state,
    load: () => ({ running: running.length, waiting: turns.waiters.size }),
    async enter(options) {
      const { signal, requesters } = options;
      signal.throwIfAborted();
      if (isTooLate(options)) return refuse(requesters, 'queue_too_slow');
      if (turns.waiters.size >= maxQueue) {
        const displaced = turns.displacedBy(requesters);
        if (displaced === null) return refuse(requesters, 'queue_full');
        displaced.settle(refuse(displaced.keys, 'queue_full'));
      }
      const entered = wait(options);
      startWaiting();
      return entered;
    },
  };
};
