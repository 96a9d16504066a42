import type { Requesters } from '../limits/requester.ts';

/** Clock and timer that tests can replace. */
export interface Clock {
  /** Returns milliseconds since 1970. Never goes back, because a corrected system clock must not keep a circuit open for hours. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds. The returned function cancels the call. */
  callAfter(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  callAfter(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const HOUR_MS = 60 * 60 * 1_000;
/** Maximum share of the free starts that count as used by one network when another network wants to start a run. */
const SHARE_OF_OTHERS = 1 / 4;
/** Maximum `retryAfter` of a refusal, in seconds. */
const RETRY_MAX_SECONDS = 60;
/**
 * Maximum milliseconds between two checks whether a waiting request may start. When a network joins a waiting request, the request may be
 * allowed to start sooner, and no event signals that.
 */
const RECHECK_MS = 500;
/** Number of networks whose last start is remembered; a forgotten network counts as new. */
const SERVED_MAX = 1_000;

export interface QueueRules {
  /** Number of starts per hour without a minimum gap. */
  readonly freePerHour: number;
  /** Minimum milliseconds between two starts once the free starts are used up. */
  readonly gapMs: number;
  /** Maximum number of concurrent runs. If it is above 1, the last free slot is reserved for a network without a running run. */
  readonly concurrency: number;
  /** Maximum number of waiting requests. Beyond it, the newest request of the network with the most waiting requests is rejected. */
  readonly maxQueue: number;
}

/**
 * Number of starts in the last hour by all networks (`starts`), and the limits: after `freePerHour` starts in an hour, starts are `gapMs`
 * milliseconds apart.
 */
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
  /** Milliseconds that the request may wait. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly requesters: Requesters;
}

export type StartBudget = ReturnType<typeof createStartBudget>;

/**
 * Creates a counter of the starts of runs on a platform, which requires a gap between starts once the free starts of the hour are used up.
 * One network may use all free starts; for the other networks, at most a quarter of the free starts count as used by it, so that its
 * hundreds of requests do not slow the others down.
 */
export const createStartBudget = (
  clock: Clock,
  { freePerHour, gapMs: gap }: Pick<QueueRules, 'freePerHour' | 'gapMs'>,
) => {
  const isLimited = freePerHour !== Number.POSITIVE_INFINITY;
  const share = Math.ceil(freePerHour * SHARE_OF_OTHERS);
  const starts: { readonly at: number; readonly network: string }[] = [];
  const counts = new Map<string, number>();
  /** Number of starts in the last hour, counting each network up to its share. */
  let shared = 0;
  let lastStart = Number.NEGATIVE_INFINITY;

  const dropOld = (): void => {
    const hourAgo = clock.now() - HOUR_MS;
    for (let oldest = starts[0]; oldest !== undefined && oldest.at <= hourAgo; oldest = starts[0]) {
      starts.shift();
      const count = counts.get(oldest.network) ?? 1;
      if (count <= share) shared -= 1;
      if (count === 1) counts.delete(oldest.network);
      else counts.set(oldest.network, count - 1);
    }
  };
  /** Returns the milliseconds that are required between the last start and the next start of a network. */
  const gapMs = (network: string): number => {
    dropOld();
    const own = counts.get(network) ?? 0;
    return shared - Math.min(own, share) + own < freePerHour ? 0 : gap;
  };
  return {
    gapMs,
    /** Returns the milliseconds until a run of a network may start; 0 when it may start now. */
    waitMs(network: string): number {
      const requiredGapMs = gapMs(network);
      return requiredGapMs === 0 ? 0 : Math.max(0, lastStart + requiredGapMs - clock.now());
    },
    start(network: string): void {
      if (!isLimited) return;
      dropOld();
      lastStart = clock.now();
      starts.push({ at: lastStart, network });
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      if (count <= share) shared += 1;
    },
    state(): StartBudgetState | null {
      dropOld();
      return isLimited ? { starts: starts.length, freePerHour, gapMs: gap } : null;
    },
  };
};

/** Networks that wait for one request, by their keys. The number grows while further networks join the request. */
type Networks = Pick<ReadonlyMap<string, unknown>, 'keys' | 'has'>;

interface Waiter {
  readonly networks: Networks;
  /** Ends the wait with a result. */
  settle(entered: EnterResult): void;
}

/** Creates an empty list of waiting requests. The networks take turns to start one of their requests. */
const createTurns = () => {
  const waiters = new Set<Waiter>();
  /** Sequence number of each network's last start, oldest start first. */
  const lastServed = new Map<string, number>();
  let servedCount = 0;

  const countByNetwork = (): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const { networks } of waiters)
      for (const network of networks.keys()) counts.set(network, (counts.get(network) ?? 0) + 1);
    return counts;
  };
  /** Returns the load of a request of `networks`: the number of requests of the network that has the fewest in `counts`. */
  const load = (networks: Networks, counts: ReadonlyMap<string, number>): number =>
    Math.min(...[...networks.keys()].map((network) => counts.get(network) ?? 0));

  const recordServed = (network: string): void => {
    servedCount += 1;
    lastServed.delete(network);
    lastServed.set(network, servedCount);
    for (const oldest of lastServed.keys()) {
      if (lastServed.size <= SERVED_MAX) break;
      lastServed.delete(oldest);
    }
  };

  return {
    waiters,
    waitingNetworks: () => [...countByNetwork().keys()],
    /**
     * Removes and returns the request (`waiter`) whose turn it is, with the network for which the start counts. Considers only networks for
     * which `mayStart` returns true. Returns null when no request may start.
     */
    next(mayStart: (network: string) => boolean) {
      let best: { readonly waiter: Waiter; readonly network: string; readonly served: number } | null = null;
      for (const waiter of waiters)
        for (const network of waiter.networks.keys()) {
          const served = lastServed.get(network) ?? 0;
          if ((best === null || served < best.served) && mayStart(network))
            best = { waiter, network, served };
        }
      if (best === null) return null;
      waiters.delete(best.waiter);
      recordServed(best.network);
      return best;
    },
    /**
     * Returns the waiting request with the highest load, of several the newest, if its load exceeds that of `newNetworks` by more than 1;
     * otherwise null.
     */
    findRequestToDisplace(newNetworks: Networks): Waiter | null {
      const counts = countByNetwork();
      let newest: Waiter | null = null;
      let most = load(newNetworks, counts) + 1;
      for (const waiter of waiters) {
        const own = load(waiter.networks, counts);
        if (own < most || (own === most && newest === null)) continue;
        most = own;
        newest = waiter;
      }
      return newest;
    },
    /** Estimates how many waiting requests would start before a new request of `newNetworks`. */
    countAhead(newNetworks: Networks): number {
      const counts = countByNetwork();
      const own = load(newNetworks, counts);
      let before = own;
      for (const [network, count] of counts)
        if (!newNetworks.has(network)) before += Math.min(count, own + 1);
      return before;
    },
  };
};

/**
 * Creates an empty queue for the runs of one engine on one platform. It limits the number of concurrent runs and the rate of starts, and
 * decides which network's run starts next. Queues that share a budget count as one client of the platform.
 */
export const createEngineQueue = (
  clock: Clock,
  { concurrency, maxQueue, ...starts }: QueueRules,
  budget: StartBudget = createStartBudget(clock, starts),
) => {
  const turns = createTurns();
  /** Networks of the running runs. */
  const running: string[] = [];
  let lastRunMs = 0;
  let cancelRecheck = (): void => undefined;

  const hasSlot = (network: string): boolean => {
    const free = concurrency - running.length;
    return free > 1 || (free === 1 && !running.includes(network));
  };

  const begin = (network: string): EnterResult => {
    const began = clock.now();
    let isRunning = true;
    running.push(network);
    budget.start(network);
    return {
      ok: true,
      leave() {
        if (isRunning) running.splice(running.indexOf(network), 1);
        isRunning = false;
        lastRunMs = clock.now() - began;
        startWaiting();
      },
    };
  };

  const startWaiting = (): void => {
    cancelRecheck();
    const mayStart = (network: string): boolean => hasSlot(network) && budget.waitMs(network) <= 0;
    for (let next = turns.next(mayStart); next !== null; next = turns.next(mayStart))
      next.waiter.settle(begin(next.network));
    if (turns.waiters.size === 0) return;
    const waits = turns.waitingNetworks().filter(hasSlot).map(budget.waitMs);
    cancelRecheck = clock.callAfter(Math.min(RECHECK_MS, ...waits), startWaiting);
  };

  /** Returns the shortest gap in milliseconds among the networks of a request. */
  const gapOf = (networks: Networks): number => Math.min(...[...networks.keys()].map(budget.gapMs));

  const refuse = (networks: Networks, reason: 'queue_full' | 'queue_too_slow'): EnterResult => {
    const each = Math.max(gapOf(networks), lastRunMs / concurrency);
    const seconds = Math.ceil((each * (turns.countAhead(networks) + 1)) / 1_000);
    return { ok: false, retryAfter: Math.min(RETRY_MAX_SECONDS, Math.max(1, seconds)), reason };
  };

  /** Returns whether a request would wait longer than its `waitMs` because of the gaps between starts alone. */
  const isTooLate = ({ waitMs, requesters }: EnterOptions): boolean => {
    const gap = gapOf(requesters);
    if (gap === 0) return false;
    const soonest = Math.min(...[...requesters.keys()].map(budget.waitMs));
    return soonest + gap * turns.countAhead(requesters) > waitMs;
  };

  /**
   * Adds a request to the queue. Resolves with a slot, or with a refusal after `waitMs` milliseconds or when another request displaces this
   * one; rejects when the signal aborts.
   */
  const wait = ({ waitMs, signal, requesters: networks }: EnterOptions): Promise<EnterResult> => {
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
    const waiter = { networks, settle };
    const cancelTimeout = clock.callAfter(waitMs, () => settle(refuse(networks, 'queue_too_slow')));
    signal.addEventListener('abort', onAbort, { once: true });
    turns.waiters.add(waiter);
    return promise;
  };

  return {
    /**
     * Returns the number of starts in the last hour by all queues that share the budget, and the limits; null when starts are not limited.
     */
    budget: budget.state,
    /** Returns the numbers of running runs and of waiting requests. */
    load: () => ({ running: running.length, waiting: turns.waiters.size }),
    /**
     * Waits for a slot, at most `waitMs`. Resolves with the function `leave`, which frees the slot, or with a refusal when the queue is full
     * or too slow. Rejects with the signal's reason when the signal aborts.
     */
    async enter(options: EnterOptions): Promise<EnterResult> {
      const { signal, requesters } = options;
      signal.throwIfAborted();
      if (isTooLate(options)) return refuse(requesters, 'queue_too_slow');
      if (turns.waiters.size >= maxQueue) {
        const displaced = turns.findRequestToDisplace(requesters);
        if (displaced === null) return refuse(requesters, 'queue_full');
        displaced.settle(refuse(displaced.networks, 'queue_full'));
      }
      const entered = wait(options);
      startWaiting();
      return entered;
    },
  };
};
