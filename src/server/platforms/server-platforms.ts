import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { exactHosts, hostsUnder, ownerOrigin } from '../outbound/host-policy.ts';
import type { UpstreamFile } from '../outbound/media-source.ts';
import type { HostPolicy } from '../outbound/outbound-client.ts';
import { instagramPlatform } from './instagram/instagram-platform.ts';
import type { ServerPlatform } from './server-platform.ts';
import { tiktokPlatform } from './tiktok/tiktok-platform.ts';

export const SERVER_PLATFORMS: Readonly<Record<PlatformId, ServerPlatform>> = {
  instagram: instagramPlatform,
  tiktok: tiktokPlatform,
};

/** Returns the server's record of a post's platform; null for the built-in samples, which belong to none. */
export const serverPlatformOf = (platform: PostPlatform): ServerPlatform | null =>
  platform === 'sample' ? null : SERVER_PLATFORMS[platform];

const platforms = Object.values(SERVER_PLATFORMS);

/** Hosts to which a share link may redirect. */
export const sharePageHosts: HostPolicy = exactHosts(platforms.flatMap(({ pageHosts }) => pageHosts));

/** Hosts that media may be fetched from. */
export interface MediaHosts extends HostPolicy {
  /** Policy for files that the owner's cobalt server serves, and for no other files: the server may have a private address. */
  readonly cobalt?: HostPolicy;
  /** Returns the policy for a file that the provider serves itself; null if no provider is set up any more. */
  readonly providerPolicyFor?: (url: string) => HostPolicy | null;
}

/**
 * Creates the policy for media: the delivery networks of the platforms, the domain suffixes that the owner added (`extraSuffixes`), and the
 * owner's cobalt server at `cobaltUrl` (null for none).
 */
export const mediaHosts = (extraSuffixes: readonly string[], cobaltUrl: string | null = null): MediaHosts => {
  const delivery = hostsUnder([...platforms.flatMap(({ mediaSuffixes }) => mediaSuffixes), ...extraSuffixes]);
  return {
    isOwnerOrigin: false,
    allows: (hostname) =>
      platforms.some(({ mediaHostPattern }) => mediaHostPattern?.test(hostname)) || delivery.allows(hostname),
    ...(cobaltUrl === null ? {} : { cobalt: ownerOrigin(cobaltUrl) }),
  };
};

const NOWHERE = exactHosts([]);

/**
 * Returns the policy for one file; `via` is the service that serves the file. A file of the cobalt server may come only from that server, and
 * a file of the provider only from the hosts of its service; the policy allows no host if that service is no longer set up. Any other file
 * may come from `hosts`.
 */
export const hostPolicyFor = (
  hosts: MediaHosts,
  { via, url }: Pick<UpstreamFile, 'via' | 'url'>,
): HostPolicy => {
  if (via === undefined) return hosts;
  return (via === 'cobalt' ? hosts.cobalt : hosts.providerPolicyFor?.(url)) ?? NOWHERE;
};

/** Hosts of the platforms' own delivery networks. */
export const deliveryHosts: HostPolicy = mediaHosts([]);

/** Hosts of the platforms: page hosts and delivery networks. */
export const platformHosts: HostPolicy = {
  isOwnerOrigin: false,
  allows: (hostname) => sharePageHosts.allows(hostname) || deliveryHosts.allows(hostname),
};
