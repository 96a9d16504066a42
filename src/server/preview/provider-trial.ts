import type { ChosenProvider, ProviderTry } from '#shared/contract/chosen-provider.ts';
import type { Finding } from '#shared/findings.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import { byPlatform, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Engine } from '../engines/engine.ts';
import { createProviderEngine } from '../engines/provider/provider-engine.ts';
import { filePolicy, type ProviderService } from '../engines/provider/provider-service.ts';
import { serviceOfChoice } from '../engines/registry.ts';
import { findingOf } from '../extraction/finding.ts';
import { type ChosenCheckPost, triedPostsOf } from '../platforms/check-posts.ts';
import type { Attempt } from './check-post.ts';
import { createEngineHealthRegistry } from './engine-health-registry.ts';
import { createPostSource, type PostSource, type PostSourceParts } from './post-source.ts';
import { createResolutionCache } from './resolution-cache.ts';

/** Time limit of a try. Platforms are tried in parallel. */
const TRY_MS = 20_000;

export interface ProviderTrialParts
  extends Pick<PostSourceParts, 'pages' | 'media' | 'pageHosts' | 'mediaHosts' | 'log'> {
  /** Client for services. */
  readonly services: PostSourceParts['media'];
  /** Returns the owner's test posts; built-in ones are read where there are none. */
  readonly canaries: () => Readonly<Record<PlatformId, readonly string[]>>;
}

/** Service to try. */
export interface ProviderCandidate {
  readonly provider: Pick<ChosenProvider, 'service' | 'host'>;
  /** Its key; null for none. */
  readonly key: string | null;
  /** Link of the only post to read; null for a post of each platform that the service reads. */
  readonly link: string | null;
}

/**
 * Reads posts with a service that is not saved yet, and returns what came back for each platform; `post` means that a file of the post was
 * opened, too. Empty if there is no post to read. Rejects only with the signal's reason.
 */
export type TryProvider = (
  candidate: ProviderCandidate,
  signal: AbortSignal,
) => Promise<readonly ProviderTry[]>;

/** Returns what an attempt shows. Files that nobody could open in time prove nothing. */
const findingOfAttempt = ({ outcome }: Attempt): Finding => {
  if (!outcome.ok) return findingOf(outcome);
  const isProven = outcome.post.items.some(({ renditions }) =>
    renditions.some(({ unproven }) => unproven === undefined),
  );
  return isProven ? 'post' : 'slow';
};

/** Creates the post source of a candidate: its engine alone, with health data and a cache that are thrown away. */
const sourceOf = ({ services, ...parts }: ProviderTrialParts, service: ProviderService) => {
  const registry = createEngineHealthRegistry();
  const { mediaHosts } = parts;
  const engine = createProviderEngine({ outbound: services, service: () => service });
  const source = createPostSource({
    ...parts,
    engines: [engine],
    choice: () => ({ order: ['provider'], provider: null, platforms: byPlatform(() => true) }),
    registry,
    cache: createResolutionCache(registry.clock.now),
    mediaHosts: { ...mediaHosts, ofProvider: (url) => filePolicy(service, url, mediaHosts) },
  });
  return { source, engine };
};

const postsOf = (
  { adapter }: ProviderService,
  link: string | null,
  canaries: Readonly<Record<PlatformId, readonly string[]>>,
): readonly (readonly [PlatformId, readonly ChosenCheckPost[]])[] => {
  if (link === null)
    return adapter.platforms.map((platform) => [platform, triedPostsOf(platform, canaries)] as const);
  const parsed = parseLink(link);
  if (!parsed.ok || parsed.link.platform === 'sample') return [];
  return [[parsed.link.platform, [{ link: parsed.link, isOwn: true }]]];
};

/** Reads posts until one is not gone, and returns what came back. Rejects only with the reason of `caller`. */
const read = async (
  source: PostSource,
  engine: Engine,
  posts: readonly ChosenCheckPost[],
  caller: AbortSignal,
): Promise<Finding> => {
  const deadline = AbortSignal.timeout(TRY_MS);
  const signal = AbortSignal.any([caller, deadline]);
  try {
    for (const { link } of posts) {
      const finding = findingOfAttempt(await source.check(engine, link, { signal }));
      if (finding !== 'gone') return finding;
    }
    return 'gone';
  } catch (error) {
    if (deadline.aborted && !caller.aborted) return 'slow';
    throw error;
  }
};

/** Creates the function that tries a service. Its tries count for no status and no health data. */
export const createProviderTrial =
  (parts: ProviderTrialParts): TryProvider =>
  async ({ provider, key, link }, signal) => {
    const service = serviceOfChoice(provider, key);
    const { source, engine } = sourceOf(parts, service);
    return Promise.all(
      postsOf(service, link, parts.canaries()).map(async ([platform, posts]): Promise<ProviderTry> => {
        const began = performance.now();
        const finding = await read(source, engine, posts, signal);
        const ms = Math.round(performance.now() - began);
        return { platform, isOwnPost: posts[0]?.isOwn === true, finding, ms };
      }),
    );
  };
