import type { EngineName, PostPlatform } from '#shared/contract/content-type.ts';
import { ENGINES } from '../engines/registry.ts';
import { serverPlatformOf } from '../platforms/platforms.ts';
import type { UpstreamRateRules } from './upstream-rate-limiter.ts';

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
