import type { FailureCode, FailureReason } from '#shared/failures.ts';
import { createSingleFlightCache, type SingleFlightCache } from '../base/cache/single-flight-cache.ts';
import type { Requester } from '../limits/requester.ts';
import type { EngineFailure, LoggedCause } from '../platforms/reading/engine-outcome.ts';
import type { ResolvedPost } from './resolved-post.ts';

export interface PreviewFailure {
  readonly ok: false;
  readonly code: FailureCode;
  readonly reason?: FailureReason;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Cause for the log; not sent to the visitor. */
  readonly cause?: LoggedCause | undefined;
  /**
   * Set on a failure that a platform caused: equal requests receive it from the cache until then. Removed from failures
   * that are returned to a visitor.
   */
  readonly memory?: FailureMemory;
}

/** Result of resolving a link. `originReference` is the reference of the request that ran the engines, for the log. */
export type Resolution = ({ readonly ok: true; readonly post: ResolvedPost } | PreviewFailure) & {
  readonly originReference?: string | undefined;
};

/** Milliseconds for which a failed preview is cached; TERMINAL_FAILURE_CACHE_MS is for terminal failures (private, gone). */
export const FAILURE_CACHE_MS = 30_000;
export const TERMINAL_FAILURE_CACHE_MS = 60_000;

/** Time of a failure, and until when it is answered from the cache, in milliseconds of the registry's clock. */
export interface FailureMemory {
  readonly at: number;
  readonly until: number;
}

/**
 * Returns until when a failure at the time `at` is answered from the cache: for a fixed time, or until its `retryAfter` ends if that is
 * earlier, because a visitor who returns then must get a new attempt.
 */
export const rememberFailure = (
  failure: Pick<EngineFailure, 'terminal' | 'retryAfter'>,
  at: number,
): FailureMemory => {
  const { retryAfter = Number.POSITIVE_INFINITY } = failure;
  return {
    at,
    until: at + Math.min(failure.terminal ? TERMINAL_FAILURE_CACHE_MS : FAILURE_CACHE_MS, retryAfter * 1_000),
  };
};

/** Returns the seconds that remain of a `retryAfter`, at least 1. */
export const retryAfterNow = (retryAfter: number, { at }: FailureMemory, now: number): number =>
  Math.max(1, Math.ceil(retryAfter - (now - at) / 1_000));

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
  return goodUntil === null ? undefined : goodUntil - PREVIEW_EXPIRY_MARGIN_MS;
};

/**
 * Creates the cache of posts and, for a shorter time, of failed previews that contacted a platform. `now` returns
 * milliseconds since 1970.
 */
export const createPreviewCache = (now: () => number): SingleFlightCache<Resolution, Requester> =>
  createSingleFlightCache({
    lifetimeMs: PREVIEW_CACHE_MS,
    maxEntries: RESOLUTIONS_MAX,
    isCacheable: (resolution) => resolution.ok || resolution.memory !== undefined,
    expiresAt: endOf,
    now,
  });
