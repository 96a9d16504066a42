import { checkDestination } from '../outbound/host-policy.ts';
import type { MediaSource } from '../outbound/media-source.ts';
import { type HostPolicy, OutboundError } from '../outbound/outbound-client.ts';
import { deliveryHosts } from './server-platforms.ts';

/**
 * Request headers that browsers send on their own. Referer is not one of them: the pages send none, so a file that
 * requires it would be refused.
 */
const BROWSER_HEADERS = /^(?:accept|accept-language|user-agent|sec-fetch-(?:dest|mode|site))$/;

/**
 * Returns the address of a file if a browser can open it without this server: a public https address on one of `hosts` that needs no
 * header or cookie. Null otherwise, and for files of a service that the owner has set up.
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
 * Returns the address of a file if a browser can load it without this server from the platforms' own delivery networks; null otherwise.
 * Hosts that the owner has added in MEDIA_HOSTS do not count.
 */
export const platformLink = (source: MediaSource): string | null => directLink(source, deliveryHosts);
