import { exactHosts, hostSuffixes, ownersOrigin } from './host-policy.ts';
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

/** Hosts a share link may lead through on its way to a post. */
export const sharePageHosts: HostPolicy = exactHosts([...INSTAGRAM_PAGES, ...TIKTOK_PAGES]);

/** Delivery networks that serve nothing but media under these names. */
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
 * tiktok.com also serves pages, logins and redirects for everybody, so only its video edges count:
 * v16-webapp.tiktok.com, v19-webapp-prime.tiktok.com, v16-webapp-prime.us.tiktok.com and their like.
 */
const TIKTOK_VIDEO_EDGE = /^v\d{1,3}[a-z]?-webapp(?:-[a-z0-9]+)*(?:\.[a-z]{2,4})?\.tiktok\.com$/;

/** Where media may be fetched from. */
export interface MediaHosts extends HostPolicy {
  /** For files the owner's own instance hands out, and for no others: it may stand at a private address. */
  readonly instance?: HostPolicy;
}

/**
 * Tells which hosts media may be fetched from: the platforms' delivery networks, suffixes the owner has added, and the
 * owner's own instance (its address, null for none).
 */
export const mediaHosts = (extra: readonly string[], instance: string | null = null): MediaHosts => {
  const delivery = hostSuffixes([...DELIVERY_SUFFIXES, ...extra]);
  return {
    ownersOwn: false,
    allows: (hostname) => TIKTOK_VIDEO_EDGE.test(hostname) || delivery.allows(hostname),
    ...(instance === null ? {} : { instance: ownersOrigin(instance) }),
  };
};

/** Gives the policy one file is fetched under: only what came from the instance may be asked of it. */
export const hostsOf = (hosts: MediaHosts, { via }: { readonly via?: 'cobalt' | undefined }): HostPolicy =>
  via === undefined ? hosts : (hosts.instance ?? exactHosts([]));

const deliveryHosts = mediaHosts([]);

/** Every host of the two platforms: pages, calls and media. */
export const platformHosts: HostPolicy = {
  ownersOwn: false,
  allows: (hostname) => sharePageHosts.allows(hostname) || deliveryHosts.allows(hostname),
};
