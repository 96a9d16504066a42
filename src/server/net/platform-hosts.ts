import { exactHosts, hostSuffixes, ownerOrigin } from './host-policy.ts';
import type { UpstreamFile } from './media-source.ts';
import type { HostPolicy } from './outbound-client.ts';

const INSTAGRAM_PAGES: readonly string[] = [
  'www.instagram.com',
  'instagram.com',
  'm.instagram.com',
  'i.instagram.com',
  'graph.instagram.com',
  'instagr.am',
  'www.instagr.am',
  'ig.me',
];

const TIKTOK_PAGES: readonly string[] = [
  'www.tiktok.com',
  'tiktok.com',
  'm.tiktok.com',
  't.tiktok.com',
  'vm.tiktok.com',
  'vt.tiktok.com',
  'pro.tiktok.com',
  'lite.tiktok.com',
  'us.tiktok.com',
  'www.tiktokv.com',
];

/** Hosts that a share link may redirect through on its way to a post. */
export const sharePageHosts: HostPolicy = exactHosts([...INSTAGRAM_PAGES, ...TIKTOK_PAGES]);

/** Domain suffixes under which delivery networks serve only media. */
const DELIVERY_SUFFIXES: readonly string[] = [
  'cdninstagram.com',
  'fbcdn.net',
  'tiktokcdn.com',
  'tiktokcdn-us.com',
  'tiktokcdn-eu.com',
  'tiktokv.com',
  'tiktokv.us',
  'tiktokv.eu',
  'ibyteimg.com',
  'byteimg.com',
  'muscdn.com',
  'musical.ly',
];

/**
 * TikTok's video edge hosts, such as v16-webapp.tiktok.com, v19-webapp-prime.tiktok.com and v16-webapp-prime.us.tiktok.com.
 * Other hosts under tiktok.com serve pages, logins and redirects, so they are not media hosts.
 */
const TIKTOK_VIDEO_EDGE = /^v\d{1,3}[a-z]?-webapp(?:-[a-z0-9]+)*(?:\.[a-z]{2,4})?\.tiktok\.com$/;

/** Hosts that media may be fetched from. */
export interface MediaHosts extends HostPolicy {
  /** Policy for files that the owner's cobalt instance serves, and for no other files: the instance may have a private address. */
  readonly instance?: HostPolicy;
}

/**
 * Creates the policy for media: the delivery networks of the platforms, the suffixes in `extra` that the owner has added, and the
 * owner's cobalt instance (`instance` is its URL; null for none).
 */
export const mediaHosts = (extra: readonly string[], instance: string | null = null): MediaHosts => {
  const delivery = hostSuffixes([...DELIVERY_SUFFIXES, ...extra]);
  return {
    isOwnerOrigin: false,
    allows: (hostname) => TIKTOK_VIDEO_EDGE.test(hostname) || delivery.allows(hostname),
    ...(instance === null ? {} : { instance: ownerOrigin(instance) }),
  };
};

/** Returns the policy for one file. A file that came from the cobalt instance is requested only there, other files never. */
export const hostPolicyFor = (hosts: MediaHosts, { via }: Pick<UpstreamFile, 'via'>): HostPolicy =>
  via === undefined ? hosts : (hosts.instance ?? exactHosts([]));

const deliveryHosts = mediaHosts([]);

/** Hosts of the platforms: page hosts and delivery networks. */
export const platformHosts: HostPolicy = {
  isOwnerOrigin: false,
  allows: (hostname) => sharePageHosts.allows(hostname) || deliveryHosts.allows(hostname),
};
