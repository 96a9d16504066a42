import type { HashKind } from '../accounts/hash-queue.ts';
import { HasherBusyError } from '../accounts/hash-queue.ts';
import { createPasswordQueue } from '../accounts/password-hasher.ts';
import type { Config } from '../config/config.ts';
import { type Attempt, type AttemptResult, createLimits, type SignInAttempt } from '../limits/limits.ts';
import type { SignUpAttempt } from '../limits/sign-up-limits.ts';
import { createSlotCounter } from '../limits/slot-counter.ts';
import type { StreamLimiter, StreamRefusal, StreamSlot } from '../limits/stream-limiter.ts';
import { createTrafficLimits } from '../limits/traffic-limits.ts';
import { LIVE_SLOTS, type LiveKind } from '../live/live-slots.ts';
import { createProxyBudget } from '../net/proxy-budget.ts';
import { systemClock } from '../preview/clock.ts';
import type { Requester } from '../preview/requester.ts';
import { createStartBudget, type StartBudget } from '../preview/start-budget.ts';
import {
  createUpstreamRateLimiter,
  type EnterResult,
  type UpstreamRateLimiter,
} from '../preview/upstream-rate-limiter.ts';
import type { Asked } from './channel.ts';
import type { LeaseEnds } from './leases.ts';
import { createSiteFlights } from './site-flights.ts';

/** The worker that asks. */
export interface Asking {
  /** Lends something to the worker; see Leases. */
  readonly lend: (ends: LeaseEnds, lost: string | null) => number;
  readonly asked: Asked;
  /** Sends data of a topic to all workers. */
  readonly broadcast: (topic: string, data: unknown) => void;
}

/** Number of a lease in an answer. */
interface Lent {
  readonly ok: true;
  readonly lease: number;
}

/** An engine's queue at a platform. Infinity is sent as null, because JSON has none. */
export interface UpstreamPlace {
  readonly key: string;
  /** Engines with the same budget count as one client of the platform. */
  readonly budgetKey: string;
  readonly rules: {
    readonly concurrency: number;
    readonly maxQueue: number;
    readonly freePerHour: number | null;
    readonly gapMs: number;
  };
}

/** Topic of the starts at the platforms, with `budgetKey` and the key of the network. */
export const STARTS_TOPIC = 'starts';

const lendSlot = ({ lend }: Asking, release: () => void): Lent => ({
  ok: true,
  lease: lend({ release }, 'release'),
});

const openSlot = (asking: Asking, release: (() => void) | null): Lent | null =>
  release === null ? null : lendSlot(asking, release);

/** Creates the function that lends a stream's slot under a number, by which the worker may offer it; and the slots by these numbers. */
const createStreamPlaces = () => {
  let last = 0;
  const held = new Map<number, StreamSlot>();
  const lendStream = async (
    limiter: StreamLimiter,
    key: string,
    asking: Asking,
  ): Promise<(Lent & { readonly place: number }) | StreamRefusal> => {
    const slot = await limiter.acquire(key, asking.asked.signal);
    if (!slot.ok) return slot;
    last += 1;
    const place = last;
    held.set(place, slot);
    const release = (): void => {
      held.delete(place);
      slot.release();
    };
    return { ...lendSlot(asking, release), place };
  };
  return { held, lendStream };
};

/** Lends an attempt. One whose worker dies counts as a failure, as it does until its end is known. */
const lendAttempt = <Refused extends { readonly ok: false }>(
  { lend }: Asking,
  result: Attempt | SignUpAttempt | Refused,
  lost: 'failed' | null = null,
): Lent | Refused => {
  if (!result.ok) return result;
  const { ok, ...ends } = result;
  return { ok, lease: lend(ends, lost) };
};

/** Creates the queues of the engines at the platforms. */
const createUpstreamQueues = () => {
  const limiters = new Map<string, UpstreamRateLimiter>();
  const budgets = new Map<string, StartBudget>();
  return ({ key, budgetKey, rules }: UpstreamPlace): UpstreamRateLimiter => {
    const known = limiters.get(key);
    if (known !== undefined) return known;
    const own = { ...rules, freePerHour: rules.freePerHour ?? Number.POSITIVE_INFINITY };
    const budget = budgets.get(budgetKey) ?? createStartBudget(systemClock, own);
    budgets.set(budgetKey, budget);
    const created = createUpstreamRateLimiter(systemClock, own, budget);
    limiters.set(key, created);
    return created;
  };
};

export interface SiteCountersParts {
  readonly config: Pick<Config, 'allowance' | 'outboundProxyPerHour'>;
  /** Master secret. */
  readonly secret: string;
}

/**
 * Creates what the primary counts for all workers: the answers to their questions, by name. Each is counted by the same module as in a
 * server that is one process.
 */
export const createSiteCounters = ({ config, secret }: SiteCountersParts) => {
  // The workers exempt trusted proxies themselves.
  const traffic = createTrafficLimits(config.allowance, () => false);
  const limits = createLimits(secret);
  const passwords = createPasswordQueue();
  const proxyBudget = createProxyBudget(config.outboundProxyPerHour);
  const upstream = createUpstreamQueues();
  const flights = createSiteFlights();
  const { held, lendStream } = createStreamPlaces();
  const live = {
    public: createSlotCounter(LIVE_SLOTS.public),
    panel: createSlotCounter(LIVE_SLOTS.panel),
    waiting: createSlotCounter(LIVE_SLOTS.waiting),
  } as const satisfies Record<LiveKind, unknown>;
  return {
    preview(key: string, asking: Asking) {
      const admission = traffic.previews.start(key);
      return admission.ok ? { ...lendSlot(asking, admission.release), states: admission.states } : admission;
    },
    stream: (key: string, asking: Asking) => lendStream(traffic.streams, key, asking),
    thumbnail: (key: string, asking: Asking) => lendStream(traffic.thumbnails, key, asking),
    offeredPlace: async (place: number, { asked }: Asking) =>
      (await held.get(place)?.offer(asked.signal)) ?? false,
    mediaRequest: (key: string) => traffic.mediaRequests.take(key),
    upstreamHead: (key: string) => traffic.upstreamHeads.take(key),
    sessionLookup: (key: string) => traffic.sessionLookups.take(key),
    connection: (address: string, asking: Asking) => openSlot(asking, traffic.connections.open(address)),
    live: ({ kind, key }: { kind: LiveKind; key: string | null }, asking: Asking) =>
      openSlot(asking, live[kind].open(key)),
    call: (address: string) => limits.call(address),
    signIn: async (given: SignInAttempt, asking: Asking) => lendAttempt(asking, await limits.signIn(given)),
    blockedSignIn: (email: string) => limits.mayRecordBlockedSignIn(email),
    ownPassword: async (accountId: string, asking: Asking) =>
      lendAttempt(asking, (await limits.ownPassword(accountId)) satisfies AttemptResult),
    exactAnswer: (address: string) => limits.exactAnswer(address),
    exactAnswersLeft: (address: string) => limits.exactAnswersLeft(address),
    signUp: async (address: string, asking: Asking) =>
      lendAttempt(asking, await limits.signUp(address), 'failed'),
    setupCode: (address: string) => limits.setupCode(address),
    adminWrite: (accountId: string) => limits.adminWrite(accountId),
    logoUpload: (accountId: string) => limits.logoUpload(accountId),
    linkTry: (accountId: string) => limits.linkTry(accountId),
    async passwordHash(kind: HashKind, asking: Asking) {
      try {
        const leave = await passwords.enter(kind);
        // The worker may have died while it waited.
        if (asking.asked.signal.aborted) leave();
        return asking.asked.signal.aborted ? null : lendSlot(asking, leave);
      } catch (error) {
        if (error instanceof HasherBusyError) return null;
        throw error;
      }
    },
    proxyRead: () => proxyBudget.take(),
    async upstream(
      given: {
        readonly place: UpstreamPlace;
        readonly waitMs: number;
        readonly requesters: readonly (readonly [string, Requester])[];
      },
      asking: Asking,
    ): Promise<Lent | Extract<EnterResult, { ok: false }>> {
      const { place, waitMs } = given;
      const requesters = new Map(given.requesters);
      const entered = await upstream(place).enter({ waitMs, signal: asking.asked.signal, requesters });
      if (!entered.ok) return entered;
      const [network = ''] = requesters.keys();
      asking.broadcast(STARTS_TOPIC, { budgetKey: place.budgetKey, network });
      return lendSlot(asking, entered.leave);
    },
    async flight(key: string, { lend, asked }: Asking) {
      const joined = flights.join(key, asked);
      if (joined instanceof Promise) return { runs: false, landed: await joined } as const;
      const lease = lend(
        {
          landed: (value) => joined.end({ value }),
          without: () => joined.end(null),
        },
        'without',
      );
      return { runs: true, lease } as const;
    },
  };
};

export type SiteCounters = ReturnType<typeof createSiteCounters>;
