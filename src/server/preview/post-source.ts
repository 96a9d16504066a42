import type { EngineName } from '#shared/contract/content-type.ts';
import type { FailureCode, FailureReason } from '#shared/errors.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { SingleFlightCache } from '../cache/single-flight-cache.ts';
import type { Engine, EngineFailure } from '../engines/engine.ts';
import type { HostPolicy, OutboundClient } from '../net/outbound-client.ts';
import type { MediaHosts } from '../net/platform-hosts.ts';
import type { Logger } from '../observability/logger.ts';
import { currentReference } from '../observability/request-reference.ts';
import { type Attempt, attemptEngines } from './attempt-engines.ts';
import { noCapableEngine } from './chain-failures.ts';
import { selectEngines } from './choose-engines.ts';
import { type ChainTools, runChain } from './engine-chain.ts';
import type { EngineChoice } from './engine-choice.ts';
import type { EngineHealthRegistry } from './engine-health-registry.ts';
import type { Finish, ObserveRun } from './engine-run.ts';
import { type FailureMemory, rememberFailure, retryAfterNow } from './failure-memory.ts';
import { normalisePost, typeOf } from './normalise-post.ts';
import { type LoggedCause, logSkips } from './preview-log.ts';
import { proveSizes } from './prove-sizes.ts';
import { onlyRequester, type Requester, shareOf } from './requester.ts';
import type { ResolvedPost } from './resolved-post.ts';
import { createShareTargets } from './share-targets.ts';
import { POST_APPRAISER, withStatedItems } from './shortfall.ts';

export interface PreviewFailure {
  readonly ok: false;
  readonly code: FailureCode | 'platform_off';
  readonly reason?: FailureReason;
  /** Seconds. */
  readonly retryAfter?: number;
  /** For the log alone. */
  readonly cause?: LoggedCause | undefined;
  /** Set on a failure a platform caused: equal requests get it until then. Never on a failure given to a visitor. */
  readonly memory?: FailureMemory;
}

/** `askedBy` is the reference of the request whose tries gave it, for the log. */
export type Resolution = ({ readonly ok: true; readonly post: ResolvedPost } | PreviewFailure) & {
  readonly originReference?: string | undefined;
};
export type AttemptOutcome = { readonly ok: true; readonly attempts: readonly Attempt[] } | PreviewFailure;

/** On whose behalf a post is asked for, and when it is no longer wanted. */
export interface ResolveOptions {
  readonly requester: Requester;
  readonly signal?: AbortSignal | undefined;
}

export interface AttemptOptions extends ResolveOptions {
  /** Only this one, switched on or not; otherwise those switched on, in the owner's order. */
  readonly engine?: EngineName | undefined;
}

export interface PostSourceParts {
  /** All that are configured. */
  readonly engines: readonly Engine[];
  /** What the owner has chosen of them; asked anew for every preview. */
  readonly choice: () => EngineChoice;
  readonly registry: EngineHealthRegistry;
  readonly cache: SingleFlightCache<Resolution, Requester>;
  readonly outbound: OutboundClient;
  /** Hosts a short link may lead over. */
  readonly pageHosts: HostPolicy;
  /** Hosts media are measured at. */
  readonly mediaHosts: MediaHosts;
  readonly log: Logger;
  readonly now?: () => number;
  /** Told of every run of an engine and of every preview that was not remembered. */
  readonly observe?: ObserveRun;
}

/** Gives posts, remembered ones too. All calls reject with the reason of `signal`, and for nothing a platform does. */
export interface PostSource {
  resolve(link: ParsedLink, options: ResolveOptions): Promise<Resolution>;
  /** Asks the engines past the memory, one after another or the named one, and tells what each made of it; fails where none can be asked. */
  attempt(link: ParsedLink, options: AttemptOptions): Promise<AttemptOutcome>;
  /**
   * Gives the post past a memory that `isStale` holds of, and remembers it anew; who asks together shares one resolve.
   */
  refresh(
    link: ParsedLink,
    isStale: (post: ResolvedPost) => boolean,
    options: ResolveOptions,
  ): Promise<Resolution>;
  /** Drops what is remembered of a post, if `isStale` holds of it. */
  forget(link: ParsedLink, isStale: (post: ResolvedPost) => boolean): void;
}

/** A longer wait than this is a quota's, not the visitor's: the form must not be closed to every link for days. */
const RETRY_AFTER_MAX_SECONDS = 300;

const toPreviewFailure = (engineFailure: EngineFailure): PreviewFailure => {
  const { code, reason, retryAfter } = engineFailure;
  const cause = engineFailure.cause ?? engineFailure.skipped;
  return {
    ok: false,
    code,
    ...(cause === undefined ? {} : { cause }),
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfter === undefined || retryAfter > RETRY_AFTER_MAX_SECONDS ? {} : { retryAfter }),
  };
};

/** Logs the engines that are set up and might have read the post, but are never asked for it. */
const logUnusedEngines = (
  log: Logger,
  engines: readonly Engine[],
  order: readonly EngineName[],
  link: ParsedLink,
): void => {
  const logSkipped = logSkips(log, link);
  for (const engine of engines) {
    if (engine.name === 'sample' || engine.isSetUp?.() === false) continue;
    if (!engine.supports(link)) logSkipped(engine, 'link_unsupported');
    else if (!order.includes(engine.name)) logSkipped(engine, 'switched_off');
  }
};

/** Gives a failure as it is told now, without what is only for the memory. */
const withCurrentRetryAfter = (
  { memory, ...failed }: Extract<Resolution, PreviewFailure>,
  now: number,
): Resolution =>
  memory === undefined || failed.retryAfter === undefined
    ? failed
    : { ...failed, retryAfter: retryAfterNow(failed.retryAfter, memory, now) };

/** With the owner's choice, so that a change of it holds from the next preview on, remembered or not. */
const keyOf = (link: ParsedLink, { order, providerAddress }: EngineChoice): string =>
  `${order.join()} ${providerAddress ?? '-'} ${link.platform} ${link.kind === 'story' ? 'story' : 'post'} ${link.id}`;

/** What a link says of a post, its picture of a set and its handle, is for whoever used that link alone. */
const adaptToLink = (post: ResolvedPost, link: ParsedLink): ResolvedPost => ({
  ...post,
  url: link.url,
  type: typeOf(link, post.items),
  username: post.username ?? link.username,
});

/** What the engines of one chain say of the size of a set is cached: one of them may see more of it than the others. */
const createFinish =
  ({ outbound, mediaHosts }: PostSourceParts) =>
  (link: ParsedLink): Finish<ResolvedPost> => {
    let stated = 0;
    return async (extracted, engine, signal) => {
      stated = Math.max(stated, extracted.statedItems ?? 0);
      const post = await proveSizes(normalisePost(extracted, link, engine), outbound, mediaHosts, signal);
      return withStatedItems(post, stated);
    };
  };

/** Creates what asks the engines for a post, past the memory. */
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
    const tools = { registry, log, observe: observeRun, signal, requesters, appraiser: POST_APPRAISER };
    const outcome = await runChain(selectEngines(engines, order), link, finish(link), tools);
    const subject = registry.subjects.counted(registry.subjects.of(link, requesters));
    observe?.({ platform: link.platform, engine: null, ms: performance.now() - started, outcome, subject });
    const originReference = currentReference();
    if (outcome.ok) return { ok: true, post: outcome.result, originReference };
    if (link.platform !== 'sample') logUnusedEngines(log, engines, order, link);
    // A request that got no turn says nothing of the post. A failed refresh has a memory of its own, and the visitor it failed
    // previews the post again at once.
    const isForVisitors = [...requesters.values()].some(({ budget }) => budget !== 'refresh');
    const memory = wasRun && isForVisitors ? { memory: rememberFailure(outcome, registry.clock.now()) } : {};
    return { ...toPreviewFailure(outcome), ...memory, originReference };
  };
};

/** Makes a source in which equal requests share one upstream resolve, by the engine chain. */
export const createPostSource = (parts: PostSourceParts): PostSource => {
  const { cache, registry, engines, log, observe } = parts;

  const findTarget = createShareTargets(parts);

  const finish = createFinish(parts);
  const resolvePost = createResolver(parts, finish);

  const resolveShared = async (
    link: ParsedLink,
    { requester, signal }: ResolveOptions,
    isAcceptable?: (cached: Resolution) => boolean,
  ): Promise<Resolution> => {
    const chosen = parts.choice();
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
    async attempt(link, { engine, requester, signal }) {
      const target = await findTarget(link, { requester, signal, retryFailed: true });
      if (!target.ok) return toPreviewFailure(target);
      const { order } = parts.choice();
      const selected = selectEngines(engines, engine === undefined ? order : [engine]);
      const capable = engine === undefined ? selected.filter((one) => one.supports(target.link)) : selected;
      if (capable.length === 0) return toPreviewFailure(noCapableEngine(selected));
      const given = { registry, log, observe, signal, requesters: onlyRequester(requester) };
      const tools = { ...given, finish: finish(target.link), appraiser: POST_APPRAISER };
      return { ok: true, attempts: await attemptEngines(capable, target.link, tools) };
    },
    refresh: (link, isStale, options) =>
      resolveShared(link, options, (cached) => cached.ok && !isStale(cached.post)),
    forget(link, isStale) {
      cache.invalidate(keyOf(link, parts.choice()), (cached) => cached.ok && isStale(cached.post));
    },
  };
};
