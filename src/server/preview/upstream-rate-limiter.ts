import { UPSTREAM_RETRY_MAX_SECONDS } from '#shared/engine-limits.ts';
import type { SkipReason } from '../engines/engine.ts';
import type { Clock } from './clock.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import type { Requesters } from './requester.ts';
import {
  createStartBudget,
  type StartBudget,
  type StartBudgetRules,
  type StartBudgetState,
} from './start-budget.ts';

export interface UpstreamRateRules extends StartBudgetRules {
  /** Runs at the same time. The last free one of several is kept for a network that has none running. */
  readonly concurrency: number;
  /** Requests that may wait; beyond these the network with the most waiting requests loses its newest one. */
  readonly maxQueue: number;
}

/** No place to wait was free, or none that comes in time. */
export type QueueRejection = Extract<SkipReason, 'queue_full' | 'queue_too_slow'>;

export type EnterResult =
  | { readonly ok: true; leave(): void }
  /** `retryAfter`: seconds until it makes sense to try again. */
  | { readonly ok: false; readonly retryAfter: number; readonly reason: QueueRejection };

export interface EnterOptions {
  /** Milliseconds the request may wait. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly requesters: Requesters;
}

/** Limits how many runs ask a platform at the same time and how often, and shares both out by network. */
export interface UpstreamRateLimiter {
  /** Starts of the last hour by everybody who shares the budget; null where starts are not limited. */
  budget(): StartBudgetState | null;
  /** Waits for a turn, at most `waitMs`. Rejects with the signal's reason when that aborts. */
  enter(options: EnterOptions): Promise<EnterResult>;
}

interface Waiter {
  readonly keys: Requesters;
  /** Ends the wait with what was decided. */
  settle(entered: EnterResult): void;
}

/** A network that joins a waiting request may start sooner than those it joins, and no event tells of it. */
const RECHECK_MS = 500;

/** Counts what runs; the last free slot of several is kept for a network that has none running. */
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
    /** Takes a slot; the function given back returns it once. */
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

/** Gives the gap of the network that need wait least. */
const gapOf = (requesters: Requesters, budget: StartBudget): number =>
  Math.min(...[...requesters.keys()].map(budget.gapMs));

/** Adds a request to the queue until it gets a turn, its time is over, or its signal aborts. */
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

/** Creates a limiter without runs. Limiters that share a budget count as one client of the platform. */
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

  /** Whether the gap between starts alone keeps a request waiting for too long. */
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
