import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { Finding } from '#shared/findings.ts';
import { PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import { ENGINES } from '../engines/registry.ts';
import { serverPlatformOf } from '../platforms/platforms.ts';
import type { BreakerRules } from './circuit-breaker.ts';
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

export interface EngineHealthRegistryOptions {
  readonly clock?: Clock;
  /** Replaces the default breaker rules in tests. */
  readonly breaker?: BreakerRules;
  readonly rates?: (engine: EngineName, platform: PostPlatform) => UpstreamRateRules;
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

/** Age up to which a failure says something about now. */
const CAUSE_MAX_AGE_MS = 60 * 60_000;

/** Returns what most of the last hour's failures on a platform show; of equal numbers the newest. Null if there were none. */
export const commonFinding = (
  records: readonly EngineRecord[],
  platform: PlatformId,
  at: number,
): Finding | null => {
  const recent = records
    .filter((record) => record.platform === platform)
    .flatMap(({ failures }) => failures)
    .filter((failure) => at - failure.at < CAUSE_MAX_AGE_MS)
    .toSorted((one, other) => other.at - one.at);
  const counts = new Map<Finding, number>();
  for (const { finding } of recent) counts.set(finding, (counts.get(finding) ?? 0) + 1);
  // The map has the order of the first, newest failure of each finding.
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
};

/** Creates an empty registry. */
export const createEngineHealthRegistry = ({
  clock = systemClock,
  breaker,
  rates = upstreamRatesOf,
}: EngineHealthRegistryOptions = {}): EngineHealthRegistry => {
  const subjects = createRunSubjects(clock.now);
  const entries = new Map<string, EngineOnPlatform>();
  const ownBudgets = new Map<PostPlatform, StartBudget>();

  const budgetOf = (engine: EngineName, platform: PostPlatform, rules: UpstreamRateRules): StartBudget => {
    const { usesOwnAddress } = ENGINES[engine];
    const known = usesOwnAddress ? ownBudgets.get(platform) : undefined;
    const budget = known ?? createStartBudget(clock, rules);
    if (usesOwnAddress) ownBudgets.set(platform, budget);
    return budget;
  };

  const of = (engine: EngineName, platform: PostPlatform): EngineOnPlatform => {
    const key = `${engine} ${platform}`;
    const known = entries.get(key);
    if (known !== undefined) return known;
    const rules = rates(engine, platform);
    const created = {
      ...createEngineHealth(clock.now, breaker, subjects.isOneNetwork),
      ...createUpstreamRateLimiter(clock, rules, budgetOf(engine, platform, rules)),
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
