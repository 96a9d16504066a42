import { isAddressLiteral, plainHostname } from './host-policy.ts';
import { type HostPolicy, OutboundError } from './outbound-client.ts';

const isOwners = (url: URL, hosts: HostPolicy): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') &&
  (hosts.origin === undefined || hosts.origin === url.origin);

const isOrdinary = (url: URL): boolean =>
  url.protocol === 'https:' && url.port === '' && !isAddressLiteral(url.hostname);

/**
 * Parses an address and checks everything about it that can be told before a name is resolved. Gives the URL that is
 * to be requested; throws OutboundError `refused-address` or `refused-host`.
 */
export const checkDestination = (address: string, hosts: HostPolicy): URL => {
  // The URL parser drops tabs and line breaks silently; an address that has them was made to mislead.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(address)) throw new OutboundError('refused-address');
  const url = URL.parse(address);
  if (url === null || url.hostname === '') throw new OutboundError('refused-address');
  // Userinfo is only ever there to make one host look like another.
  if (url.username !== '' || url.password !== '') throw new OutboundError('refused-address');
  const hostname = plainHostname(url.hostname);
  if (hostname !== url.hostname) url.hostname = hostname;
  if (!(hosts.ownersOwn ? isOwners(url, hosts) : isOrdinary(url))) throw new OutboundError('refused-address');
  if (!hosts.allows(hostname)) throw new OutboundError('refused-host', { hostname });
  url.hash = '';
  return url;
};
