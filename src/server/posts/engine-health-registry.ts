import { createHmac, randomBytes } from 'node:crypto';
import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import { type Announcements, NO_ANNOUNCEMENTS } from '../base/announcements/announcements.ts';
import { ENGINES } from '../engines/registry.ts';
import { type Requesters, shareOf } from '../limits/requester.ts';
import type { BreakerRules, RunSubject } from '../platforms/circuit-breaker.ts';
import type { EngineFailure } from '../platforms/reading/engine-outcome.ts';
import { serverPlatformOf } from '../platforms/server-platforms.ts';
import { createEngineHealth, type EngineFigures, type RunHealth } from './engine-health.ts';
import {
  type Clock,
  createEngineQueue,
  createStartBudget,
  type EngineQueue,
  type QueueRules,
  type StartBudget,
  type StartBudgetState,
  systemClock,
} from './engine-queue.ts';

/** The site counts as used by a single network when no other network requested a post for this long. */
export const NETWORKS_SEEN_MS = 60 * 60 * 1_000;

/** Post and network of a run as the status statistics receive them. */
export type CountedSubject = Omit<RunSubject, 'budget'>;

/** Creates the subject (post and network) of each run, and remembers whether several networks of visitors use the site. */
export interface RunSubjects {
  /** Returns the subject of a run that starts now, and records its network. */
  of(link: ParsedLink, requesters: Requesters): RunSubject;
  /** Returns the subject for the status statistics; undefined for the monitor, each of whose runs counts. */
  counted(run: RunSubject): CountedSubject | undefined;
}

/** Creates the subjects with a random hash key, which lives as long as the process. `now` returns milliseconds. */
export const createRunSubjects = (now: () => number): RunSubjects => {
  const key = randomBytes(32);
  const hash = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  /** The two networks seen last; more are not needed to decide whether there are several. */
  let seen: readonly { readonly network: string; readonly at: number }[] = [];

  const see = ({ network, budget }: Pick<RunSubject, 'network' | 'budget'>): void => {
    if (budget === 'visitor')
      seen = [{ network, at: now() }, ...seen.filter((one) => one.network !== network)].slice(0, 2);
  };

  const isOneNetwork = (): boolean => seen.filter(({ at }) => now() - at < NETWORKS_SEEN_MS).length < 2;

  return {
    counted: ({ budget, ...subject }) => (budget === 'monitor' ? undefined : subject),
    of({ platform, kind, id }, requesters) {
      const [requester] = requesters.values();
      if (requester === undefined) throw new Error('a run without a requester');
      const network = hash(shareOf(requester)[0]);
      see({ network, budget: requester.budget });
      const post = hash(`${platform} ${kind === 'story' ? 'story' : 'post'} ${id}`);
      return { post, network, budget: requester.budget, isOnlyNetwork: isOneNetwork() };
    },
  };
};

interface FailingEngine {
  readonly engine: EngineName;
  readonly platform: PlatformId;
}

/** Returns the engines that do not work now: those whose circuit is open, and those whose latest runs all timed out. */
export const failingEngines = (records: readonly EngineRecord[]): readonly FailingEngine[] =>
  records
    .filter((record) => record.breaker !== 'closed' || record.hangs)
    .map(({ engine, platform }) => ({ engine, platform }));

/** Health and queue of one engine on one platform. */
export interface EngineOnPlatform extends RunHealth, EngineQueue {}

/** Health figures of one engine on one platform. They contain nothing about links. */
export interface EngineRecord extends EngineFigures {
  readonly engine: EngineName;
  readonly platform: PlatformId;
  /** Starts in the last hour; null when starts are not limited. */
  readonly budget: StartBudgetState | null;
}

/** In-memory registry of the health and rate limits of every engine on every platform. */
export interface EngineHealthRegistry {
  readonly clock: Clock;
  readonly subjects: RunSubjects;
  of(engine: EngineName, platform: PostPlatform): EngineOnPlatform;
  /** Deletes the data of an engine, for when its name now stands for another service. */
  forget(engine: EngineName): void;
  /** Returns a record for each of these engines on each platform, including those that have not run. */
  records(engines: readonly EngineName[]): readonly EngineRecord[];
}

/** A failure with which an engine asked to wait. */
interface AskedPause {
  readonly engine: EngineName;
  readonly platform: PostPlatform;
  readonly failure: EngineFailure;
}

export interface EngineHealthRegistryOptions {
  readonly clock?: Clock;
  /** Replaces the default breaker rules in tests. */
  readonly breaker?: BreakerRules;
  readonly rates?: (engine: EngineName, platform: PostPlatform) => QueueRules;
  /** The other instances, which pause an engine together where it asks to wait. */
  readonly announcements?: Announcements | undefined;
}

const NO_START_LIMIT = { freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 } as const;

/**
 * Returns the rate limits of an engine on a platform. Starts are limited only for engines that send from this server's address; the
 * others have addresses of their own.
 */
export const queueRulesOf = (engine: EngineName, platform: PostPlatform): QueueRules => {
  const { concurrency, maxQueue, usesOwnAddress } = ENGINES[engine];
  const startLimit = usesOwnAddress ? serverPlatformOf(platform)?.startLimit : undefined;
  return { concurrency, maxQueue, ...(startLimit ?? NO_START_LIMIT) };
};

export const createEngineHealthRegistry = ({
  clock = systemClock,
  breaker,
  rates = queueRulesOf,
  announcements = NO_ANNOUNCEMENTS,
}: EngineHealthRegistryOptions = {}): EngineHealthRegistry => {
  const subjects = createRunSubjects(clock.now);
  const entries = new Map<string, EngineOnPlatform>();
  const budgets = new Map<string, StartBudget>();
  const announce = announcements.join<AskedPause>('asked to wait', ({ engine, platform, failure }) =>
    of(engine, platform).pause(failure),
  );

  const limiterOf = (engine: EngineName, platform: PostPlatform): EngineQueue => {
    const key = `${engine} ${platform}`;
    const rules = rates(engine, platform);
    const budgetKey = ENGINES[engine].usesOwnAddress ? `own address ${platform}` : key;
    const budget = budgets.get(budgetKey) ?? createStartBudget(clock, rules);
    budgets.set(budgetKey, budget);
    return createEngineQueue(clock, rules, budget);
  };

  const of = (engine: EngineName, platform: PostPlatform): EngineOnPlatform => {
    const key = `${engine} ${platform}`;
    const known = entries.get(key);
    if (known !== undefined) return known;
    const health = createEngineHealth(clock.now, breaker);
    const created: EngineOnPlatform = {
      ...health,
      ...limiterOf(engine, platform),
      settle(pass, ms, end, isPreview = true) {
        const before = health.figures().limitedUntil;
        health.settle(pass, ms, end, isPreview);
        const isAsked = typeof end === 'object' && !end.ok && health.figures().limitedUntil !== before;
        if (isAsked) announce({ engine, platform, failure: end });
      },
    };
    entries.set(key, created);
    return created;
  };
  return {
    clock,
    subjects,
    of,
    forget: (engine) => {
      for (const key of entries.keys()) if (key.startsWith(`${engine} `)) entries.delete(key);
      for (const key of budgets.keys()) if (key.startsWith(`${engine} `)) budgets.delete(key);
    },
    records: (engines) =>
      engines
        .filter((engine) => ENGINES[engine].isForSamples !== true)
        .flatMap((engine) =>
          PLATFORM_IDS.map((platform) => {
            const entry = of(engine, platform);
            return { engine, platform, ...entry.figures(), budget: entry.budget() };
          }),
        ),
  };
};
