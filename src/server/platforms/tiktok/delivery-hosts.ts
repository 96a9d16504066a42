import { hostSuffixes } from '../../outbound/host-policy.ts';

/** Domain suffixes under which TikTok's delivery networks serve only media. */
export const DELIVERY_SUFFIXES = [
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
] as const;

/**
 * Matches the video edge hosts, such as v16-webapp.tiktok.com, v19-webapp-prime.tiktok.com and v16-webapp-prime.us.tiktok.com. Other
 * hosts under tiktok.com serve pages, logins and redirects.
 */
export const DELIVERY_HOST_PATTERN = /^v\d{1,3}[a-z]?-webapp(?:-[a-z0-9]+)*(?:\.[a-z]{2,4})?\.tiktok\.com$/;

const suffixes = hostSuffixes(DELIVERY_SUFFIXES);

export const isDeliveryHost = (hostname: string): boolean =>
  DELIVERY_HOST_PATTERN.test(hostname) || suffixes.allows(hostname);
