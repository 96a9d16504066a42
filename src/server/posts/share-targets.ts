import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { SingleFlightCache } from '../base/cache/single-flight-cache.ts';
import type { Logger } from '../base/observability/logger.ts';
import { currentReference } from '../base/observability/request-reference.ts';
import { type Requester, type Requesters, shareOf } from '../limits/requester.ts';
import {
  type FailureMemory,
  failed,
  loggedCauseOf,
  remainingRetryAfter,
  rememberFailure,
} from '../platforms/failures.ts';
import type { PageAccess } from '../platforms/reading/along-routes.ts';
import { type EngineHealthRegistry, RATE_LIMIT_PAUSE_MAX_MS } from './engine-health.ts';
import { type Clock, createEngineQueue, type QueueRules } from './engine-queue.ts';
import type { ObserveRun } from './engine-run.ts';
import { resolveShareLink, SHARE_LINK_TIMEOUT_MS, type ShareOutcome } from './resolve-share-link.ts';

/** Maximum number of short links of one platform that are followed at the same time, and maximum number of those that wait. */
export const SHARE_LINKS_CONCURRENCY = 5;
export const SHARE_LINKS_QUEUE_MAX = 100;

const RULES: QueueRules = {
  concurrency: SHARE_LINKS_CONCURRENCY,
  maxQueue: SHARE_LINKS_QUEUE_MAX,
  freePerHour: Number.POSITIVE_INFINITY,
  gapMs: 0,
};

interface TargetOptions {
  readonly requester: Requester;
  readonly signal?: AbortSignal | undefined;
  /** True to resolve a link again even if its failure is cached. A resolution with it does not count as a preview. */
  readonly retryFailed?: boolean;
}

/** Fields of an outcome for the log and the cache. */
export interface RememberedFields {
  /** Reference of the request that found the outcome, for the log. */
  readonly originReference?: string | undefined;
  /**
   * Present on a failure for which an engine ran or a short link was requested, unless only refreshes waited for it. The cache returns the
   * failure to equal requests until `memory.cachedUntil`. Removed from failures that are returned to a visitor.
   */
  readonly memory?: FailureMemory;
}

/** Link of the post that a link leads to, or the failure. */
export type Target = ShareOutcome & RememberedFields;

/** Returns a cached failure for a visitor: without `memory`, and with the `retryAfter` that remains at `now` (milliseconds since 1970). */
export const withCurrentRetryAfter = <Failure extends RememberedFields & { readonly retryAfter?: number }>(
  { memory, ...failure }: Failure,
  now: number,
) =>
  memory === undefined || failure.retryAfter === undefined
    ? failure
    : { ...failure, retryAfter: remainingRetryAfter(failure.retryAfter, memory, now) };

/** Finds the link of the post that a short link leads to; resolves with any other link unchanged. Rejects only with the signal's reason. */
export type FindTarget = (link: ParsedLink, options: TargetOptions) => Promise<Target>;

interface ShareTargetsParts {
  readonly registry: Pick<EngineHealthRegistry, 'clock' | 'subjects'>;
  /** Cache of the targets. */
  readonly targets: SingleFlightCache<Target, Requester>;
  readonly pages: PageAccess;
  readonly log: Logger;
  readonly observe?: ObserveRun;
}

type Follow = () => Promise<ShareOutcome>;

/**
 * Creates a function that calls `follow` for the short links of one platform: for at most SHARE_LINKS_CONCURRENCY links at a time, and for
 * none during a pause that the platform requested. Returns a failure for a link that is not followed.
 */
const createPlatformGate = (clock: Clock) => {
  const limiter = createEngineQueue(clock, RULES);
  let limitedUntil = 0;
  const secondsLeft = (): number => Math.ceil((limitedUntil - clock.now()) / 1_000);

  const runUnlessPaused = async (follow: Follow): Promise<ShareOutcome> => {
    if (secondsLeft() > 0)
      return failed('rate_limited', { retryAfter: secondsLeft(), skipReason: 'asked_to_wait' });
    const found = await follow();
    const isPause = !found.ok && found.breaker !== 'answered';
    const pauseMs = isPause ? (found.retryAfter ?? 0) * 1_000 : 0;
    limitedUntil = Math.max(limitedUntil, clock.now() + Math.min(pauseMs, RATE_LIMIT_PAUSE_MAX_MS));
    return found;
  };

  return async (follow: Follow, signal: AbortSignal, requesters: Requesters): Promise<ShareOutcome> => {
    const entered = await limiter.enter({ waitMs: SHARE_LINK_TIMEOUT_MS, signal, requesters });
    if (!entered.ok)
      return failed(entered.reason, { retryAfter: entered.retryAfter, skipReason: entered.reason });
    try {
      return await runUnlessPaused(follow);
    } finally {
      entered.leave();
    }
  };
};

/**
 * Creates a function that resolves short links and caches targets and failures. Concurrent equal requests share one resolution, which is
 * cancelled when no request waits any more. The function limits concurrent requests to each platform and queues the others.
 */
export const createShareTargets = ({
  registry,
  targets,
  pages,
  log,
  observe,
}: ShareTargetsParts): FindTarget => {
  const { clock, subjects } = registry;
  const gates = new Map<PostPlatform, ReturnType<typeof createPlatformGate>>();
  const gateOf = (platform: PostPlatform) => {
    const gate = gates.get(platform) ?? createPlatformGate(clock);
    gates.set(platform, gate);
    return gate;
  };

  const follow = async (
    link: ParsedLink,
    isPreview: boolean,
    signal: AbortSignal,
    requesters: Requesters,
  ): Promise<Target> => {
    const { platform } = link;
    const started = performance.now();
    let wasRequested = false;
    const request: Follow = () => {
      wasRequested = true;
      return resolveShareLink(link, pages, signal);
    };
    const found = await gateOf(platform)(request, signal, requesters);
    const ms = performance.now() - started;
    const reference = currentReference();
    const result = found.ok ? { code: 'ok' } : { code: found.code, cause: loggedCauseOf(found) };
    // If no request was sent, the cause is the reason why none was sent.
    log.info({ reference, platform, ...result, ms: Math.round(ms) }, 'short link followed');
    const outcome = { ...found, originReference: reference };
    if (outcome.ok) return outcome;
    // A link that leads to a post is counted by the preview of that post, and an attempt is no preview.
    const subject = subjects.countedSubjectOf(subjects.subjectOf(link, requesters));
    if (isPreview && !signal.aborted) observe?.({ platform, engine: null, ms, outcome, subject });
    return wasRequested ? { ...outcome, memory: rememberFailure(outcome, clock.now()) } : outcome;
  };

  return async (link, { requester, signal, retryFailed = false }) => {
    if (link.kind !== 'share') return { ok: true, link };
    const target = await targets.get(link.url, (...given) => follow(link, !retryFailed, ...given), {
      signal,
      member: shareOf(requester),
      isAcceptable: ({ ok }) => ok || !retryFailed,
    });
    return target.ok ? target : withCurrentRetryAfter(target, clock.now());
  };
};
