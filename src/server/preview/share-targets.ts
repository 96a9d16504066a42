import type { Platform } from '#shared/contract/content-type.ts';
import { SHARE_LINK_TIMEOUT_MS, SHARE_LINKS_AT_ONCE, SHARE_LINKS_QUEUE_MAX } from '#shared/engine-limits.ts';
import { LIMITED_MAX_MS, PREVIEW_CACHE_MS } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { createFlightCache } from '../cache/flight-cache.ts';
import type { Door, HostPolicy } from '../net/door.ts';
import type { Clock } from './clock.ts';
import type { ObserveRun } from './engine-run.ts';
import { limited } from './engine-verdicts.ts';
import { createPoliteness, type PolitenessRules } from './politeness.ts';
import type { Requester } from './requester.ts';
import { resolveShareLink, type ShareOutcome } from './resolve-share-link.ts';

const TARGETS_MAX = 5_000;
const RULES: PolitenessRules = {
  atOnce: SHARE_LINKS_AT_ONCE,
  queueMax: SHARE_LINKS_QUEUE_MAX,
  freePerHour: Number.POSITIVE_INFINITY,
  gapMs: 0,
};

/** Gives where a link leads. Rejects only with the signal's reason. */
export type FindTarget = (
  link: ParsedLink,
  asked: { readonly requester: Requester; readonly signal?: AbortSignal | undefined },
) => Promise<ShareOutcome>;

export interface ShareTargetsParts {
  readonly desk: { readonly clock: Clock };
  readonly door: Door;
  readonly pageHosts: HostPolicy;
  readonly now?: () => number;
  readonly observe?: ObserveRun;
}

type Follow = () => Promise<ShareOutcome>;

/** Lets so many through to a platform at once, and nobody while it wants to be left alone. */
const createGate = (clock: Clock) => {
  const politeness = createPoliteness(clock, RULES);
  let limitedUntil = 0;
  const left = (): number => Math.ceil((limitedUntil - clock.now()) / 1_000);

  const pass = async (follow: Follow): Promise<ShareOutcome> => {
    if (left() > 0) return limited(left());
    const found = await follow();
    const asked = found.ok || found.code !== 'rate_limited' ? 0 : (found.retryAfter ?? 0) * 1_000;
    limitedUntil = Math.max(limitedUntil, clock.now() + Math.min(asked, LIMITED_MAX_MS));
    return found;
  };

  return async (follow: Follow, signal: AbortSignal): Promise<ShareOutcome> => {
    const entered = await politeness.enter(SHARE_LINK_TIMEOUT_MS, signal);
    if (!entered.ok) return limited(entered.retryAfter);
    try {
      return await pass(follow);
    } finally {
      entered.leave();
    }
  };
};

/**
 * Makes what follows short links, once for equal requests, and remembers where they led; as polite to a platform as the
 * engines are. Called off when nobody waits any more.
 */
export const createShareTargets = ({
  desk,
  door,
  pageHosts,
  now = Date.now,
  observe,
}: ShareTargetsParts): FindTarget => {
  const gates = new Map<Platform, ReturnType<typeof createGate>>();
  const gateOf = (platform: Platform) => {
    const gate = gates.get(platform) ?? createGate(desk.clock);
    gates.set(platform, gate);
    return gate;
  };
  const targets = createFlightCache<ShareOutcome, Requester>({
    lifetimeMs: PREVIEW_CACHE_MS,
    maxEntries: TARGETS_MAX,
    keep: (target) => target.ok,
    now,
  });

  return async (link, { requester, signal }) => {
    if (link.kind !== 'share') return { ok: true, link };
    const { platform } = link;
    const follow = async (nobodyWaits: AbortSignal): Promise<ShareOutcome> => {
      const started = performance.now();
      const found = await gateOf(platform)(
        () => resolveShareLink(link, door, pageHosts, nobodyWaits),
        nobodyWaits,
      );
      // Where it leads to a post, the preview of that post is what counts.
      if (!found.ok && !nobodyWaits.aborted)
        observe?.({ platform, engine: null, ms: performance.now() - started, outcome: found });
      return found;
    };
    return targets.get(link.url, follow, { signal, member: requester });
  };
};
