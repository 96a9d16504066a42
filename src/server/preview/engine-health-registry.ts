import type { EngineName, Platform } from '#shared/contract/content-type.ts';
import { UPSTREAM_RATES } from '#shared/engine-limits.ts';
import type { BreakerRules } from './circuit-breaker.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ReadPlatform } from './engine-choice.ts';
import { createEngineHealth, type EngineFigures, type EngineHealth } from './engine-health.ts';
import { createRunSubjects, type RunSubjects } from './run-subject.ts';
import { createStartBudget, type StartBudget, type StartBudgetState } from './start-budget.ts';
import {
  createUpstreamRateLimiter,
  type UpstreamRateLimiter,
  type UpstreamRateRules,
} from './upstream-rate-limiter.ts';

/** One engine on one platform: how it does, and how often it may be asked. */
export interface EngineOnPlatform extends EngineHealth, UpstreamRateLimiter {}

/** What is known of one engine on one platform; nothing of a link. */
export interface EngineRecord extends EngineFigures {
  readonly engine: EngineName;
  readonly platform: ReadPlatform;
  /** How often it was asked in the last hour, where that is kept within bounds. */
  readonly budget: StartBudgetState | null;
}

/** Holds what is known of every engine on every platform, in memory. */
export interface EngineHealthRegistry {
  readonly clock: Clock;
  readonly subjects: RunSubjects;
  of(engine: EngineName, platform: Platform): EngineOnPlatform;
  /** Drops what is known of an engine: what goes by its name now is another. */
  forget(engine: EngineName): void;
  /** A record for each of these engines on both platforms, asked or not. */
  records(engines: readonly EngineName[]): readonly EngineRecord[];
}

export interface EngineHealthRegistryOptions {
  readonly clock?: Clock;
  /** Others than the product's own, for tests that do much in a moment. */
  readonly breaker?: BreakerRules;
  readonly rates?: (engine: EngineName, platform: Platform) => UpstreamRateRules;
}

const READ_PLATFORMS: readonly ReadPlatform[] = ['instagram', 'tiktok'];

/** The samples are files of our own and have the same limits on every platform. */
const ratesOf = (engine: EngineName, platform: Platform): UpstreamRateRules =>
  UPSTREAM_RATES[engine][platform === 'sample' ? 'tiktok' : platform];

/** These ask from this server's own address: to a platform they are one client, and share one budget of starts. */
const DIRECT_ENGINES: ReadonlySet<EngineName> = new Set(['native', 'yt-dlp']);

/** Creates an empty registry. */
export const createEngineHealthRegistry = ({
  clock = systemClock,
  breaker,
  rates = ratesOf,
}: EngineHealthRegistryOptions = {}): EngineHealthRegistry => {
  const subjects = createRunSubjects(clock.now);
  const entries = new Map<string, EngineOnPlatform>();
  const ownBudgets = new Map<Platform, StartBudget>();

  const budgetOf = (engine: EngineName, platform: Platform, rules: UpstreamRateRules): StartBudget => {
    const known = DIRECT_ENGINES.has(engine) ? ownBudgets.get(platform) : undefined;
    const budget = known ?? createStartBudget(clock, rules);
    if (DIRECT_ENGINES.has(engine)) ownBudgets.set(platform, budget);
    return budget;
  };

  const of = (engine: EngineName, platform: Platform): EngineOnPlatform => {
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
        .filter((engine) => engine !== 'sample')
        .flatMap((engine) =>
          READ_PLATFORMS.map((platform) => {
            const entry = of(engine, platform);
            return { engine, platform, ...entry.figures(), budget: entry.budget() };
          }),
        ),
  };
};
