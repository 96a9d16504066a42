import type { Requesters } from '../limits/requester.ts';
import type { SkipReason } from '../platforms/failure-table.ts';
import type { Clock } from './clock.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import {
  createStartBudget,
  type StartBudget,
  type StartBudgetRules,
  type StartBudgetState,
} from './start-budget.ts';

/** Longest Retry-After of a request that was rejected by the queue. */
const UPSTREAM_RETRY_MAX_SECONDS = 60;

export interface UpstreamRateRules extends StartBudgetRules {
  /**
   * Maximum concurrent runs. If there are several, the last free slot is reserved for a network without a running run.
   */
  readonly concurrency: number;
  /** Maximum queue length. Beyond it the newest request of the network with the most waiting requests is rejected. */
  readonly maxQueue: number;
}

/** Why a request was rejected: the queue is full, or the wait would be too long. */
export type QueueRejection = Extract<SkipReason, 'queue_full' | 'queue_too_slow'>;

export type EnterResult =
  | { readonly ok: true; leave(): void }
  /** `retryAfter`: seconds until another attempt is reasonable. */
  | { readonly ok: false; readonly retryAfter: number; readonly reason: QueueRejection };

export interface EnterOptions {
  /** Milliseconds the request may wait. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly requesters: Requesters;
}

/** Limits the concurrency and start rate of runs on a platform, and shares both between networks. */
export interface UpstreamRateLimiter {
  /** Returns the starts of the last hour by all limiters that share the budget; null when starts are not limited. */
  budget(): StartBudgetState | null;
  /** Waits for a slot, at most `waitMs`. Rejects with the signal's reason when it aborts. */
  enter(options: EnterOptions): Promise<EnterResult>;
}

interface Waiter {
  readonly keys: Requesters;
  /** Ends the wait with a result. */
  settle(entered: EnterResult): void;
}

/**
 * Milliseconds between checks of the queue. A network that joins a waiting request may be allowed to start sooner than
 * its other networks, and no event signals that.
 */
const RECHECK_MS = 500;

/**
 * Counts running requests by network. If there are several slots, the last free one is reserved for a network without a
 * running request.
 */
const createSlots = (concurrency: number) => {
  const runningByKey = new Map<string, number>();
  let running = 0;
  const add = (key: string, change: 1 | -1): void => {
    running += change;
    const count = (runningByKey.get(key) ?? 0) + change;
    if (count === 0) runningByKey.delete(key);
    else runningByKey.set(key, count);
  };
  return {
    isFreeFor(key: string): boolean {
      const free = concurrency - running;
      return free > 1 || (free === 1 && !runningByKey.has(key));
    },
    /** Takes a slot. The returned function releases it once. */
    take(key: string): () => void {
      let isTaken = true;
      add(key, 1);
      return () => {
        if (isTaken) add(key, -1);
        isTaken = false;
      };
    },
  };
};

/** Returns the shortest gap among the networks of a request. */
const gapOf = (requesters: Requesters, budget: StartBudget): number =>
  Math.min(...[...requesters.keys()].map(budget.gapMs));

/** Adds a request to the queue until it gets a slot, its time is over, or its signal aborts. */
const waitForSlot = (
  queue: FairQueue<Waiter>,
  clock: Clock,
  { waitMs, signal, requesters }: EnterOptions,
  refuse: (requesters: Requesters, reason: QueueRejection) => EnterResult,
): Promise<EnterResult> => {
  const { promise, resolve, reject } = Promise.withResolvers<EnterResult>();
  const stop = (): void => {
    cancelTimeout();
    signal.removeEventListener('abort', onAbort);
    queue.remove(waiter);
  };
  const onAbort = (): void => {
    stop();
    reject(signal.reason);
  };
  const waiter: Waiter = {
    keys: requesters,
    settle(entered) {
      stop();
      resolve(entered);
    },
  };
  const cancelTimeout = clock.after(waitMs, () => waiter.settle(refuse(requesters, 'queue_too_slow')));
  signal.addEventListener('abort', onAbort, { once: true });
  queue.add(waiter);
  return promise;
};

/** Creates a limiter without running requests. Limiters that share a budget count as one client of the platform. */
export const createUpstreamRateLimiter = (
  clock: Clock,
  rules: UpstreamRateRules,
  budget: StartBudget = createStartBudget(clock, rules),
): UpstreamRateLimiter => {
  const queue = createFairQueue<Waiter>();
  const slots = createSlots(rules.concurrency);
  let lastRunMs = 0;
  let cancelRecheck = (): void => undefined;

  const begin = (key: string): EnterResult => {
    const [began, releaseSlot] = [clock.now(), slots.take(key)];
    budget.start(key);
    return {
      ok: true,
      leave() {
        releaseSlot();
        lastRunMs = clock.now() - began;
        startWaiting();
      },
    };
  };

  const startWaiting = (): void => {
    cancelRecheck();
    const mayStart = (key: string): boolean => slots.isFreeFor(key) && budget.waitMs(key) <= 0;
    for (let next = queue.next(mayStart); next !== null; next = queue.next(mayStart))
      next.item.settle(begin(next.key));
    if (queue.size() === 0) return;
    const waits = [...queue.keys()].filter(slots.isFreeFor).map(budget.waitMs);
    cancelRecheck = clock.after(Math.min(RECHECK_MS, ...waits), startWaiting);
  };

  const refuse = (requesters: Requesters, reason: QueueRejection): EnterResult => {
    const each = Math.max(gapOf(requesters, budget), lastRunMs / rules.concurrency);
    const seconds = Math.ceil((each * (queue.ahead(requesters) + 1)) / 1_000);
    return { ok: false, retryAfter: Math.min(UPSTREAM_RETRY_MAX_SECONDS, Math.max(1, seconds)), reason };
  };

  /** Returns whether the gap between starts alone exceeds a request's waiting time. */
  const isTooLate = ({ waitMs, requesters }: EnterOptions): boolean => {
    const gap = gapOf(requesters, budget);
    if (gap === 0) return false;
    const soonest = Math.min(...[...requesters.keys()].map(budget.waitMs));
    return soonest + gap * queue.ahead(requesters) > waitMs;
  };

  return {
    budget: budget.now,
    async enter(options) {
      const { signal, requesters } = options;
      signal.throwIfAborted();
      if (isTooLate(options)) return refuse(requesters, 'queue_too_slow');
      if (queue.size() >= rules.maxQueue) {
        const displaced = queue.displacedBy(requesters);
        if (displaced === null) return refuse(requesters, 'queue_full');
        displaced.settle(refuse(displaced.keys, 'queue_full'));
      }
      const entered = waitForSlot(queue, clock, options, refuse);
      startWaiting();
      return entered;
    },
  };
};
