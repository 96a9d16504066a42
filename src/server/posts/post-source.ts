import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { EngineSettingsDocument } from '#shared/contract/engines.ts';
import type { FailureCode, FailureReason } from '#shared/failures.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { createSingleFlightCache, type SingleFlightCache } from '../base/cache/single-flight-cache.ts';
import type { Logger } from '../base/observability/logger.ts';
import { currentReference } from '../base/observability/request-reference.ts';
import type { Engine } from '../engines/engine.ts';
import { ENGINES } from '../engines/registry.ts';
import { MONITOR_REQUESTER, type Requester, shareOf, singleRequester } from '../limits/requester.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import {
  type EngineFailure,
  failed,
  type LoggedCause,
  loggedCauseOf,
  rememberFailure,
} from '../platforms/failures.ts';
import type { PageAccess } from '../platforms/reading/along-routes.ts';
import type { MediaHosts } from '../platforms/server-platforms.ts';
import { type Attempt, attemptEngines, checkPost, summariseAttempts } from './check-post.ts';
import { type ChainTools, failureOfUnsupportedLink, runChain } from './engine-chain.ts';
import { createEngineHealthRegistry, type EngineHealthRegistry } from './engine-health.ts';
import { type ChainRun, createSkipLogger, type Finish, type ObserveRun } from './engine-run.ts';
import { normalisePost, shortfallOf, typeOf, withStatedItems } from './normalise-post.ts';
import { proveSizes } from './prove-sizes.ts';
import type { ResolvedPost } from './resolved-post.ts';
import {
  createShareTargets,
  type RememberedFields,
  type Target,
  withCurrentRetryAfter,
} from './share-targets.ts';

/** Returns the engines named in `order` that are set up, in that order. */
export const selectEngines = (engines: readonly Engine[], order: readonly EngineName[]): readonly Engine[] =>
  order.flatMap((name) => engines.find((one) => one.name === name && (one.isSetUp?.() ?? true)) ?? []);

/**
 * Creates a function that returns the owner's current engine choice. If the provider has changed since the last call, the function first
 * deletes the health data of the provider engine, which belongs to the previous provider.
 */
export const createChoiceReader = (
  readChoice: () => EngineChoice,
  registry: EngineHealthRegistry,
): (() => EngineChoice) => {
  let known = providerIdentityOf(readChoice());
  return () => {
    const chosen = readChoice();
    const mark = providerIdentityOf(chosen);
    if (mark !== known) registry.forget('provider');
    known = mark;
    return chosen;
  };
};

/**
 * Returns a text with the host and the time of saving of the provider in the panel, which changes with every save of a provider; '-' if
 * none is set up there.
 */
export const providerIdentityOf = ({ provider }: Pick<EngineChoice, 'provider'>): string =>
  provider === null ? '-' : `${provider.host} ${provider.savedAt ?? ''}`;

/** Engines and platforms that the owner has enabled, and the provider that is set up in the panel. */
export interface EngineChoice {
  /** Enabled engines in the owner's order. */
  readonly order: readonly EngineName[];
  /**
   * Host of the provider that is set up in the panel, and the time when it was saved (null if an earlier version saved it); null if none is
   * set up there.
   */
  readonly provider: Pick<ChosenProvider, 'host' | 'savedAt'> | null;
  /** Whether previews of each platform are enabled. */
  readonly platforms: Readonly<Record<PlatformId, boolean>>;
}

type ChoiceSettings = Pick<EngineSettingsDocument, 'engines' | 'platforms' | 'provider'>;

/** Derives the engine choice from the stored engine settings. */
export const choiceOf = ({ engines, platforms, provider }: ChoiceSettings): EngineChoice => ({
  order: engines.flatMap(({ name, on }) => (on ? name : [])),
  platforms,
  provider,
});

export interface PreviewFailure {
  readonly ok: false;
  readonly code: FailureCode;
  readonly reason?: FailureReason;
  /** Seconds until another attempt is reasonable; absent if unknown or above RETRY_AFTER_MAX_SECONDS. */
  readonly retryAfter?: number;
  /** Cause of the failure for the log; absent if it equals `code`. Visitors do not receive it. */
  readonly cause?: LoggedCause | undefined;
}

/** Post that a link leads to, or the failure, with fields for the log and the cache. */
export type Resolution = ({ readonly ok: true; readonly post: ResolvedPost } | PreviewFailure) &
  RememberedFields;

const CACHE_MS = 5 * 60 * 1_000;
const OUTCOMES_MAX = 5_000;

/**
 * Creates a cache for successes and for failures that have a `memory`. A success is kept for five minutes, or until the time that
 * `expiryOf` returns for it if that is earlier; a failure is kept until `memory.cachedUntil`. `now` and `expiryOf` return milliseconds
 * since 1970; `expiryOf` returns undefined for a success without an earlier expiry.
 */
export const createOutcomeCache = <
  Outcome extends ({ readonly ok: true } | { readonly ok: false }) & RememberedFields,
>(
  now: () => number,
  expiryOf: (success: Extract<Outcome, { ok: true }>) => number | undefined = () => undefined,
): SingleFlightCache<Outcome, Requester> =>
  createSingleFlightCache({
    lifetimeMs: CACHE_MS,
    maxEntries: OUTCOMES_MAX,
    isCacheable: ({ ok, memory }) => ok || memory !== undefined,
    expiresAt: (outcome) =>
      outcome.ok ? expiryOf(outcome as Extract<Outcome, { ok: true }>) : outcome.memory?.cachedUntil,
    now,
  });

/**
 * Milliseconds before `goodUntil`, the expiry of a post's file links, at which the post is dropped from the cache. A visitor needs that
 * time to start a download.
 */
const PREVIEW_EXPIRY_MARGIN_MS = 20_000;

const createPreviewCache = (now: () => number): SingleFlightCache<Resolution, Requester> =>
  createOutcomeCache<Resolution>(now, ({ post: { goodUntil } }) =>
    goodUntil === null ? undefined : goodUntil - PREVIEW_EXPIRY_MARGIN_MS,
  );

export type AttemptOutcome = { readonly ok: true; readonly attempts: readonly Attempt[] } | EngineFailure;

/** Requester of a post, and the signal that cancels the request. */
export interface ResolveOptions {
  readonly requester: Requester;
  readonly signal?: AbortSignal | undefined;
}

export interface PostSourceParts {
  /** All configured engines. */
  readonly engines: readonly Engine[];
  /** Returns the owner's current engine choice; called for every preview. */
  readonly readChoice: () => EngineChoice;
  readonly registry: EngineHealthRegistry;
  /** Replaces the cache of posts in tests. */
  readonly cache?: SingleFlightCache<Resolution, Requester>;
  /** Access to the platforms' pages, for short links. */
  readonly pages: PageAccess;
  /** Client for the requests that check the files of a post. */
  readonly media: OutboundClient;
  /** Hosts that media may be requested from. */
  readonly mediaHosts: MediaHosts;
  readonly log: Logger;
  readonly now?: () => number;
  /**
   * Called for every run of an engine in a chain, unless the run was cancelled, for every run of a chain, and for every preview whose short
   * link leads to no post. Of the runs of `attempt`, called only for those of the monitor, if the status statistics count the check. Never
   * called for `check`.
   */
  readonly observe?: ObserveRun;
}

/**
 * Resolves links to posts, from the cache or through the engines. All calls reject only with the reason of `signal`,
 * never because of a platform.
 */
export type PostSource = ReturnType<typeof createPostSource>;

/**
 * Maximum `retryAfter` in seconds that visitors see. A longer one is left out, because it belongs to a quota and must not block the form
 * for days.
 */
const RETRY_AFTER_MAX_SECONDS = 300;

const toPreviewFailure = (engineFailure: EngineFailure): PreviewFailure => {
  const { code, reason, retryAfter } = engineFailure;
  const cause = loggedCauseOf(engineFailure);
  return {
    ok: false,
    code,
    ...(cause === undefined ? {} : { cause }),
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfter === undefined || retryAfter > RETRY_AFTER_MAX_SECONDS ? {} : { retryAfter }),
  };
};

/**
 * Logs the engines, except the sample engine, that are set up but never run for this link, because they do not support it or are disabled.
 */
const logUnusedEngines = (
  log: Logger,
  engines: readonly Engine[],
  order: readonly EngineName[],
  link: ParsedLink,
): void => {
  const logSkipped = createSkipLogger(log, link);
  for (const engine of engines) {
    if (ENGINES[engine.name].isForSamples === true || engine.isSetUp?.() === false) continue;
    if (!engine.supports(link)) logSkipped(engine, 'link_unsupported');
    else if (!order.includes(engine.name)) logSkipped(engine, 'switched_off');
  }
};

/**
 * Returns the cache key of a link. The key contains the enabled engines and the provider, so that a change of either applies from the next
 * preview.
 */
const keyOf = (link: ParsedLink, { order, provider }: EngineChoice): string =>
  `${order.join()} ${providerIdentityOf({ provider })} ${link.platform} ${link.kind === 'story' ? 'story' : 'post'} ${link.id}`;

/**
 * Returns a post with the values that depend on the requested link (canonical link, type, handle), which must not be shared with requesters
 * of other links. Returns the same object if the link changes none of them.
 */
const adaptToLink = (post: ResolvedPost, link: ParsedLink): ResolvedPost => {
  const { url } = link;
  const type = typeOf(link, post.items);
  const username = post.username ?? link.username;
  const isSame = url === post.url && type === post.type && username === post.username;
  return isSame ? post : { ...post, url, type, username };
};

/**
 * Creates a function that returns, for one chain or check of a link, the function that converts an engine's post and checks its files. That
 * function returns the failure `files_refused` if no file can be downloaded. It sets `statedItems` if any engine of the chain stated or
 * read more pictures and clips than the post has, because one engine may see more of a set than the others.
 */
const createFinish =
  ({ media, mediaHosts }: PostSourceParts) =>
  (link: ParsedLink): Finish<ResolvedPost> => {
    let stated = 0;
    return async (extracted, engine, signal) => {
      const read = extracted.items.filter(({ kind }) => kind !== 'audio').length;
      stated = Math.max(stated, extracted.statedItems ?? 0, read);
      const proven = await proveSizes(normalisePost(extracted, link, engine), media, mediaHosts, signal);
      const post = withStatedItems(proven, stated);
      const named = post.unlistedHost === null ? {} : { host: post.unlistedHost };
      return post.items.length === 0
        ? failed('files_refused', named)
        : { ok: true, result: post, shortfall: shortfallOf(post), ...named };
    };
  };

/** Returns whether the status statistics count a check by the monitor with these attempts. */
const isCountedCheck = (attempts: readonly Attempt[]): boolean => {
  const outcome = summariseAttempts(attempts);
  if (outcome.ok) return true;
  return outcome.check === 'counted' && outcome.status !== 'not_reached';
};

/**
 * Creates the function that runs the engine chain for a link, reports the outcome to `observe` and logs the unused engines of a failure. It
 * does not use the cache.
 */
const createResolver = (
  { registry, engines, log, observe }: PostSourceParts,
  finish: ReturnType<typeof createFinish>,
) => {
  return async (
    link: ParsedLink,
    order: readonly EngineName[],
    { signal, requesters }: Pick<ChainTools, 'signal' | 'requesters'>,
  ): Promise<Resolution> => {
    const started = performance.now();
    let wasRun = false;
    const observeRun: ObserveRun = (run) => {
      wasRun = true;
      observe?.(run);
    };
    const tools = { registry, log, observe: observeRun, signal, requesters };
    const outcome = await runChain(selectEngines(engines, order), link, finish(link), tools);
    const subject = registry.subjects.countedSubjectOf(registry.subjects.subjectOf(link, requesters));
    observe?.({ platform: link.platform, engine: null, ms: performance.now() - started, outcome, subject });
    const originReference = currentReference();
    if (outcome.ok) return { ok: true, post: outcome.result, originReference };
    if (link.platform !== 'sample') logUnusedEngines(log, engines, order, link);
    // A request that ran no engine proves nothing about the post. The failure of a refresh is cached by the refresher,
    // and the visitor whose refresh failed requests a new preview at once.
    const isForVisitors = [...requesters.values()].some(({ budget }) => budget !== 'refresh');
    const memory = wasRun && isForVisitors ? { memory: rememberFailure(outcome, registry.clock.now()) } : {};
    return { ...toPreviewFailure(outcome), ...memory, originReference };
  };
};

/** Creates a post source. Concurrent requests for the same post share one run of the engine chain. */
export const createPostSource = (parts: PostSourceParts) => {
  const { registry, engines, log, observe, cache = createPreviewCache(registry.clock.now) } = parts;

  const targets = createOutcomeCache<Target>(registry.clock.now);
  const findTarget = createShareTargets({ ...parts, targets });

  const finish = createFinish(parts);
  const resolvePost = createResolver(parts, finish);

  const resolveShared = async (
    link: ParsedLink,
    { requester, signal }: ResolveOptions,
    isAcceptable?: (cached: Resolution) => boolean,
  ): Promise<Resolution> => {
    const chosen = parts.readChoice();
    const resolution = await cache.get(
      keyOf(link, chosen),
      (sharedSignal, requesters) => resolvePost(link, chosen.order, { signal: sharedSignal, requesters }),
      { signal, isAcceptable, member: shareOf(requester) },
    );
    return resolution.ok
      ? { ...resolution, post: adaptToLink(resolution.post, link) }
      : withCurrentRetryAfter(resolution, registry.clock.now());
  };

  const resolve = async (link: ParsedLink, options: ResolveOptions): Promise<Resolution> => {
    if (link.kind !== 'share') return resolveShared(link, options);
    const target = await findTarget(link, options);
    return target.ok
      ? resolveShared(target.link, options)
      : { ...toPreviewFailure(target), originReference: target.originReference };
  };

  return {
    resolve,
    /**
     * Runs the enabled engines one after another until one returns the post, without the cache, and returns every outcome. Returns a failure
     * when a short link leads to no post or no enabled engine supports the link.
     */
    async attempt(link: ParsedLink, { requester, signal }: ResolveOptions): Promise<AttemptOutcome> {
      const target = await findTarget(link, { requester, signal, retryFailed: true });
      if (!target.ok) return target;
      const { order } = parts.readChoice();
      const selected = selectEngines(engines, order);
      const capable = selected.filter((one) => one.supports(target.link));
      if (capable.length === 0) return failureOfUnsupportedLink(selected);
      const runs: ChainRun[] = [];
      const collect: ObserveRun = (run) => runs.push(run);
      const given = { registry, log, observe: collect, signal, requesters: singleRequester(requester) };
      const tools = { ...given, finish: finish(target.link) };
      const attempts = await attemptEngines(capable, target.link, tools);
      // The engines' runs count exactly if the check does: an engine never has a state that its platform lacks.
      if (requester.budget === 'monitor' && isCountedCheck(attempts)) for (const run of runs) observe?.(run);
      return { ok: true, attempts };
    },
    /**
     * Reads a post with one engine for a check, which no circuit, engine queue or statistic counts. Without `route`, the engine uses the
     * routes that the owner chose.
     */
    async check(
      engine: Engine,
      link: ParsedLink,
      { route, signal }: { readonly route?: OutboundRoute | undefined; readonly signal: AbortSignal },
    ): Promise<Attempt> {
      const target = await findTarget(link, { requester: MONITOR_REQUESTER, signal, retryFailed: true });
      if (!target.ok) return { engine: engine.name, ms: 0, outcome: target };
      return checkPost(engine, target.link, {
        // This registry is discarded with everything that it has counted.
        registry: createEngineHealthRegistry(),
        finish: finish(target.link),
        log,
        signal,
        requesters: singleRequester(MONITOR_REQUESTER),
        route,
      });
    },
    /**
     * Returns the cached post of the link. Resolves the link again when no post is cached or `isStale` returns true for the cached post.
     * Concurrent calls share one resolution.
     */
    refresh: (link: ParsedLink, isStale: (post: ResolvedPost) => boolean, options: ResolveOptions) =>
      resolveShared(link, options, (cached) => cached.ok && !isStale(cached.post)),
    /** Removes a post from the cache if `isStale` is true for it. */
    forget(link: ParsedLink, isStale: (post: ResolvedPost) => boolean): void {
      cache.invalidate(keyOf(link, parts.readChoice()), (cached) => cached.ok && isStale(cached.post));
    },
  };
};
