import { PLATFORMS } from '../platforms/platforms.ts';
import { findHost } from './find-host.ts';
import { parseLink } from './parse-link.ts';
import { percentDecode } from './percent-decode.ts';

const ENCODED = /^\/+https?%3a/i;
/** Matches a path that is a whole link. One slash after the scheme is enough, because proxies merge two slashes. */
const WHOLE_LINK = /^\/+(https?):\/+(.*)$/is;

/**
 * Returns the link in an address of this site, given as path with query: `/https://…` or `/host/…` with a platform's host, or a platform's
 * link with this site's name in place of the platform's, as in `/p/CODE/` or `/@name/video/1`. Returns null for any other address. The
 * returned link may be one that `parseLink` rejects.
 */
export const readPathLink = (address: string): string | null => {
  const decoded = ENCODED.test(address) ? percentDecode(address) : null;
  const [, scheme, rest] = WHOLE_LINK.exec(decoded ?? address) ?? [];
  if (scheme !== undefined) return `${scheme}://${rest}`;
  const [path = ''] = address.split('?', 1);
  if (findHost(path.split('/', 2)[1]?.toLowerCase() ?? '') !== null) return address.slice(1);
  // The query is left out, because some queries identify a post on any path.
  const origins = PLATFORMS.map(({ domain }) => `https://www.${domain}`).filter(
    (origin) => parseLink(origin + path).ok,
  );
  return origins.length === 1 ? `${origins[0]}${address}` : null;
};
