import type { Platform } from '#shared/contract/content-type.ts';
import {
  SHARE_LINK_TIMEOUT_MS,
  SHARE_LINKS_CONCURRENCY,
  SHARE_LINKS_QUEUE_MAX,
} from '#shared/engine-limits.ts';
import { LIMITED_MAX_MS, PREVIEW_CACHE_MS } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { createSingleFlightCache } from '../cache/single-flight-cache.ts';
import type { HostPolicy, OutboundClient } from '../net/outbound-client.ts';
import type { Logger } from '../observability/logger.ts';
import { currentReference } from '../observability/request-reference.ts';
import { limited } from './chain-failures.ts';
import type { Clock } from './clock.ts';
import type { EngineHealthRegistry } from './engine-health-registry.ts';
import type { ObserveRun } from './engine-run.ts';
import { type FailureMemory, rememberFailure, retryAfterNow } from './failure-memory.ts';
import { logShortLink } from './preview-log.ts';
import { type Requester, type Requesters, shareOf } from './requester.ts';
import { resolveShareLink, type ShareOutcome } from './resolve-share-link.ts';
import { createUpstreamRateLimiter, type UpstreamRateRules } from './upstream-rate-limiter.ts';

const TARGETS_MAX = 5_000;
const RULES: UpstreamRateRules = {
  concurrency: SHARE_LINKS_CONCURRENCY,
  maxQueue: SHARE_LINKS_QUEUE_MAX,
  freePerHour: Number.POSITIVE_INFINITY,
  gapMs: 0,
};

export interface TargetOptions {
  readonly requester: Requester;
  readonly signal?: AbortSignal | undefined;
  /** Follows a link again that is remembered to have failed. */
  readonly retryFailed?: boolean;
}

/** Where a link leads; `askedBy` is the reference of the request for which it was followed, for the log. */
export type Target = ShareOutcome & { readonly originReference?: string | undefined };

/** Gives where a link leads. Rejects only with the signal's reason. */
export type FindTarget = (link: ParsedLink, options: TargetOptions) => Promise<Target>;

export interface ShareTargetsParts {
  readonly registry: Pick<EngineHealthRegistry, 'clock' | 'subjects'>;
  readonly outbound: OutboundClient;
  readonly pageHosts: HostPolicy;
  readonly log: Logger;
  readonly observe?: ObserveRun;
}

type Follow = () => Promise<ShareOutcome>;

/** Lets so many through to a platform at once, and nobody while it wants to be left alone. */
const createPlatformGate = (clock: Clock) => {
  const limiter = createUpstreamRateLimiter(clock, RULES);
  let limitedUntil = 0;
  const secondsLeft = (): number => Math.ceil((limitedUntil - clock.now()) / 1_000);

  const runUnlessPaused = async (follow: Follow): Promise<ShareOutcome> => {
    if (secondsLeft() > 0) return limited(secondsLeft(), 'asked_to_wait');
    const found = await follow();
    const pauseMs = found.ok || found.code !== 'rate_limited' ? 0 : (found.retryAfter ?? 0) * 1_000;
    limitedUntil = Math.max(limitedUntil, clock.now() + Math.min(pauseMs, LIMITED_MAX_MS));
    return found;
  };

  return async (follow: Follow, signal: AbortSignal, requesters: Requesters): Promise<ShareOutcome> => {
    const entered = await limiter.enter({ waitMs: SHARE_LINK_TIMEOUT_MS, signal, requesters });
    if (!entered.ok) return limited(entered.retryAfter, entered.reason);
    try {
      return await runUnlessPaused(follow);
    } finally {
      entered.leave();
    }
  };
};

/** Where a link led, and until when that is remembered if it failed. */
interface FollowResult {
  readonly outcome: Target;
  readonly memory?: FailureMemory;
}

const createTargetCache = (now: () => number) =>
  createSingleFlightCache<FollowResult, Requester>({
    lifetimeMs: PREVIEW_CACHE_MS,
    maxEntries: TARGETS_MAX,
    isCacheable: ({ outcome, memory }) => outcome.ok || memory !== undefined,
    expiresAt: ({ memory }) => memory?.until,
    now,
  });

/**
 * Creates what follows short links, once for equal requests, and remembers where they led or that they failed; as polite to a
 * platform as the engines are. Called off when nobody waits any more.
 */
export const createShareTargets = ({
  registry,
  outbound,
  pageHosts,
  log,
  observe,
}: ShareTargetsParts): FindTarget => {
  const { clock, subjects } = registry;
  const gates = new Map<Platform, ReturnType<typeof createPlatformGate>>();
  const gateOf = (platform: Platform) => {
    const gate = gates.get(platform) ?? createPlatformGate(clock);
    gates.set(platform, gate);
    return gate;
  };
  const targets = createTargetCache(clock.now);

  const follow = async (
    link: ParsedLink,
    signal: AbortSignal,
    requesters: Requesters,
  ): Promise<FollowResult> => {
    const { platform } = link;
    const started = performance.now();
    let wasRequested = false;
    const request: Follow = () => {
      wasRequested = true;
      return resolveShareLink(link, outbound, pageHosts, signal);
    };
    const found = await gateOf(platform)(request, signal, requesters);
    const ms = performance.now() - started;
    logShortLink(log, platform, { ms, failure: found.ok ? null : found });
    const outcome: Target = { ...found, originReference: currentReference() };
    if (outcome.ok) return { outcome };
    // Where it leads to a post, the preview of that post is what counts.
    const subject = subjects.counted(subjects.of(link, requesters));
    if (!signal.aborted) observe?.({ platform, engine: null, ms, outcome, subject });
    return wasRequested ? { outcome, memory: rememberFailure(outcome, clock.now()) } : { outcome };
  };

  return async (link, { requester, signal, retryFailed = false }) => {
    if (link.kind !== 'share') return { ok: true, link };
    const { outcome, memory } = await targets.get(link.url, (...given) => follow(link, ...given), {
      signal,
      member: shareOf(requester),
      isAcceptable: (cached) => cached.outcome.ok || !retryFailed,
    });
    if (outcome.ok || memory === undefined || outcome.retryAfter === undefined) return outcome;
    return { ...outcome, retryAfter: retryAfterNow(outcome.retryAfter, memory, clock.now()) };
  };
};
