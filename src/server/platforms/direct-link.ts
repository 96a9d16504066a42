import { checkDestination } from '../outbound/host-policy.ts';
import type { MediaSource } from '../outbound/media-source.ts';
import { type HostPolicy, OutboundError } from '../outbound/outbound-client.ts';
import { deliveryHosts } from './server-platforms.ts';

/** Matches request headers that browsers send on their own. Referer is missing, because the pages of this server send none. */
const BROWSER_HEADERS = /^(?:accept|accept-language|user-agent|sec-fetch-(?:dest|mode|site))$/;

/**
 * Returns the address of a file that a browser can open without this server: a public https address on one of `hosts` that needs no special
 * header or cookie. Returns null for any other file, and for every file of a service that the owner set up.
 */
export const directLink = (source: MediaSource, hosts: HostPolicy): string | null => {
  // The owner's cobalt server may be reachable only from this server, and its address is private.
  if (source.kind !== 'upstream' || source.via !== undefined) return null;
  if (!Object.keys(source.headers).every((name) => BROWSER_HEADERS.test(name))) return null;
  try {
    return checkDestination(source.url, hosts).href;
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
};

/**
 * Returns the address of a file that a browser can load from the platforms' own delivery networks without this server; null for any other
 * file. Hosts that the owner added in MEDIA_HOSTS do not count.
 */
export const platformLink = (source: MediaSource): string | null => directLink(source, deliveryHosts);
