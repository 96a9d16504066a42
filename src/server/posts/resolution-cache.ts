import { createSingleFlightCache, type SingleFlightCache } from '../base/cache/single-flight-cache.ts';
import type { Requester } from '../limits/requester.ts';
import type { Resolution } from './post-source.ts';

const PREVIEW_CACHE_MS = 5 * 60 * 1_000;
/** A cached post is dropped this long before its short-lived file links expire. */
const PREVIEW_EXPIRY_MARGIN_MS = 20_000;

const RESOLUTIONS_MAX = 5_000;

/**
 * Returns the time at which a cached result expires, in milliseconds since 1970. A post expires shortly before its
 * files do, because a visitor needs some time to start a download.
 */
const endOf = (resolution: Resolution): number | undefined => {
  if (!resolution.ok) return resolution.memory?.until;
  const { goodUntil } = resolution.post;
  return goodUntil === undefined ? undefined : goodUntil - PREVIEW_EXPIRY_MARGIN_MS;
};

/**
 * Creates the cache of posts and, for a shorter time, of failed previews that contacted a platform. `now` returns
 * milliseconds since 1970.
 */
export const createResolutionCache = (now: () => number): SingleFlightCache<Resolution, Requester> =>
  createSingleFlightCache({
    lifetimeMs: PREVIEW_CACHE_MS,
    maxEntries: RESOLUTIONS_MAX,
    isCacheable: (resolution) => resolution.ok || resolution.memory !== undefined,
    expiresAt: endOf,
    now,
  });
