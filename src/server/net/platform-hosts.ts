import type { HostPolicy } from './door.ts';
import { exactHosts, hostSuffixes } from './host-policy.ts';

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

/** Tells which hosts media may be fetched from: the platforms' delivery networks, and suffixes the owner has added. */
export const mediaHosts = (extra: readonly string[]): HostPolicy => {
  const delivery = hostSuffixes([...DELIVERY_SUFFIXES, ...extra]);
  return {
    ownersOwn: false,
    allows: (hostname) => TIKTOK_VIDEO_EDGE.test(hostname) || delivery.allows(hostname),
  };
};

const deliveryHosts = mediaHosts([]);

/** Every host of the two platforms: pages, calls and media. */
export const platformHosts: HostPolicy = {
  ownersOwn: false,
  allows: (hostname) => sharePageHosts.allows(hostname) || deliveryHosts.allows(hostname),
};
