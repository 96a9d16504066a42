import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import { PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import { type Announcements, NO_ANNOUNCEMENTS } from '../base/announcements/announcements.ts';
import { ENGINES } from '../engines/registry.ts';
import type { BreakerRules } from '../platforms/circuit-breaker.ts';
import { serverPlatformOf } from '../platforms/platforms.ts';
import type { EngineFailure } from '../platforms/reading/engine-outcome.ts';
import { type Clock, systemClock } from './clock.ts';
import { createEngineHealth, type EngineFigures, type EngineHealth } from './engine-health.ts';
import { createRunSubjects, type RunSubjects } from './run-subject.ts';
import { createStartBudget, type StartBudget, type StartBudgetState } from './start-budget.ts';
import {
  createUpstreamRateLimiter,
  type UpstreamRateLimiter,
  type UpstreamRateRules,
} from './upstream-rate-limiter.ts';

interface FailingEngine {
  readonly engine: EngineName;
  readonly platform: PlatformId;
}

/** Returns the engines that do not work now: those whose circuit is open, and those whose latest runs all timed out. */
export const failingEngines = (records: readonly EngineRecord[]): readonly FailingEngine[] =>
  records
    .filter((record) => record.breaker !== 'closed' || record.hangs)
    .map(({ engine, platform }) => ({ engine, platform }));

/** Health and rate limiter of one engine on one platform. */
export interface EngineOnPlatform extends EngineHealth, UpstreamRateLimiter {}

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
  readonly rates?: (engine: EngineName, platform: PostPlatform) => UpstreamRateRules;
  /** The other instances, which pause an engine together where it asks to wait. */
  readonly announcements?: Announcements | undefined;
}

const NO_START_LIMIT = { freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 } as const;

/**
 * Returns the rate limits of an engine on a platform. Starts are limited only for engines that send from this server's address; the
 * others have addresses of their own.
 */
export const upstreamRatesOf = (engine: EngineName, platform: PostPlatform): UpstreamRateRules => {
  const { concurrency, maxQueue, usesOwnAddress } = ENGINES[engine];
  const startLimit = usesOwnAddress ? serverPlatformOf(platform)?.startLimit : undefined;
  return { concurrency, maxQueue, ...(startLimit ?? NO_START_LIMIT) };
};

/** Creates an empty registry. */
export const createEngineHealthRegistry = ({
  clock = systemClock,
  breaker,
  rates = upstreamRatesOf,
  announcements = NO_ANNOUNCEMENTS,
}: EngineHealthRegistryOptions = {}): EngineHealthRegistry => {
  const subjects = createRunSubjects(clock.now);
  const entries = new Map<string, EngineOnPlatform>();
  const budgets = new Map<string, StartBudget>();
  const announce = announcements.join<AskedPause>('asked to wait', ({ engine, platform, failure }) =>
    of(engine, platform).pause(failure),
  );

  const limiterOf = (engine: EngineName, platform: PostPlatform): UpstreamRateLimiter => {
    const key = `${engine} ${platform}`;
    const rules = rates(engine, platform);
    const budgetKey = ENGINES[engine].usesOwnAddress ? `own address ${platform}` : key;
    const budget = budgets.get(budgetKey) ?? createStartBudget(clock, rules);
    budgets.set(budgetKey, budget);
    return createUpstreamRateLimiter(clock, rules, budget);
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
