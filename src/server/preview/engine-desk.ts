import type { EngineName, Platform } from '#shared/contract/content-type.ts';
import { POLITENESS } from '#shared/engine-limits.ts';
import type { BreakerRules } from './circuit-breaker.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ReadPlatform } from './engine-choice.ts';
import { createEngineHealth, type EngineFigures, type EngineHealth } from './engine-health.ts';
import {
  createPace,
  createPoliteness,
  type Pace,
  type PaceNow,
  type Politeness,
  type PolitenessRules,
} from './politeness.ts';

/** One engine on one platform: how it does, and how often it may be asked. */
export interface EnginePlace extends EngineHealth, Politeness {}

/** What is known of one engine on one platform; nothing of a link. */
export interface EngineRecord extends EngineFigures {
  readonly engine: EngineName;
  readonly platform: ReadPlatform;
  /** How often it was asked in the last hour, where that is kept within bounds. */
  readonly pace: PaceNow | null;
}

/** Holds what is known of every engine on every platform, in memory. */
export interface EngineDesk {
  readonly clock: Clock;
  of(engine: EngineName, platform: Platform): EnginePlace;
  /** Drops what is known of an engine: what goes by its name now is another. */
  forget(engine: EngineName): void;
  /** A record for each of these engines on both platforms, asked or not. */
  records(engines: readonly EngineName[]): readonly EngineRecord[];
}

export interface EngineDeskOptions {
  readonly clock?: Clock;
  /** Others than the product's own, for tests that do much in a moment. */
  readonly breaker?: BreakerRules;
  readonly politeness?: (engine: EngineName, platform: Platform) => PolitenessRules;
}

const READ_PLATFORMS: readonly ReadPlatform[] = ['instagram', 'tiktok'];

/** The samples are files of our own: nobody need be polite to them, but the gate is the same. */
const politenessOf = (engine: EngineName, platform: Platform): PolitenessRules =>
  POLITENESS[engine][platform === 'sample' ? 'tiktok' : platform];

/** These ask from this server's own address: to a platform they are one visitor, and keep one pace. */
const FROM_HERE: ReadonlySet<EngineName> = new Set(['native', 'yt-dlp']);

/** Makes a desk that knows nothing yet. */
export const createEngineDesk = ({
  clock = systemClock,
  breaker,
  politeness = politenessOf,
}: EngineDeskOptions = {}): EngineDesk => {
  const places = new Map<string, EnginePlace>();
  const ownPaces = new Map<Platform, Pace>();

  const paceOf = (engine: EngineName, platform: Platform, rules: PolitenessRules): Pace => {
    const known = FROM_HERE.has(engine) ? ownPaces.get(platform) : undefined;
    const pace = known ?? createPace(clock, rules);
    if (FROM_HERE.has(engine)) ownPaces.set(platform, pace);
    return pace;
  };

  const of = (engine: EngineName, platform: Platform): EnginePlace => {
    const key = `${engine} ${platform}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const rules = politeness(engine, platform);
    const made = {
      ...createEngineHealth(clock.now, breaker),
      ...createPoliteness(clock, rules, paceOf(engine, platform, rules)),
    };
    places.set(key, made);
    return made;
  };
  return {
    clock,
    of,
    forget: (engine) => {
      for (const key of places.keys()) if (key.startsWith(`${engine} `)) places.delete(key);
    },
    records: (engines) =>
      engines
        .filter((engine) => engine !== 'sample')
        .flatMap((engine) =>
          READ_PLATFORMS.map((platform) => {
            const place = of(engine, platform);
            return { engine, platform, ...place.tell(), pace: place.pace() };
          }),
        ),
  };
};
