import { isAddressLiteral, normalizeHostname } from './host-policy.ts';
import { type HostPolicy, OutboundError } from './outbound-client.ts';
import { isLanAddress } from './public-address.ts';

const isOwnerUrl = (url: URL, hosts: HostPolicy): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') &&
  (hosts.origin === undefined || hosts.origin === url.origin);

const isLanUrl = (url: URL, hosts: HostPolicy): boolean =>
  isOwnerUrl(url, hosts) &&
  (!isAddressLiteral(url.hostname) || isLanAddress(url.hostname.replaceAll(/[[\]]/gu, '')));

const isPublicHttpsUrl = (url: URL): boolean =>
  url.protocol === 'https:' && url.port === '' && !isAddressLiteral(url.hostname);

/**
 * Parses a URL and makes every check that needs no DNS lookup: scheme, port, credentials, control characters, IP address literals
 * and the host policy. Returns the URL to request, without a fragment. Throws OutboundError `refused-host` when the policy does
 * not allow the host, and `refused-address` for all else.
 */
export const checkDestination = (address: string, hosts: HostPolicy): URL => {
  // The URL parser silently drops tabs and line breaks; a URL that contains them is an attempt to mislead.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  if (/[\u0000-\u001f\u007f]/.test(address)) throw new OutboundError('refused-address');
  const url = URL.parse(address);
  if (url === null || url.hostname === '') throw new OutboundError('refused-address');
  // Userinfo serves only to make one host look like another.
  if (url.username !== '' || url.password !== '') throw new OutboundError('refused-address');
  const hostname = normalizeHostname(url.hostname);
  if (hostname !== url.hostname) url.hostname = hostname;
  const isAllowed = hosts.isLan ? isLanUrl : hosts.isOwnerOrigin ? isOwnerUrl : isPublicHttpsUrl;
  if (!isAllowed(url, hosts)) throw new OutboundError('refused-address');
  if (!hosts.allows(hostname)) throw new OutboundError('refused-host', { hostname });
  url.hash = '';
  return url;
};
