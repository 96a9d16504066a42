import { LINK_MAX_CHARACTERS } from '../limits.ts';

/**
 * Reason why an address is refused. `invalid`: it is no complete HTTPS address; for the local network, HTTP is accepted too. `credentials`:
 * it contains user information. `too_long`: it is longer than LINK_MAX_CHARACTERS. `out_of_reach`: it contains an IP address, a local host
 * name or an unusual port, to which the server never sends requests; for the local network, only an IP address outside of that network is
 * out of reach.
 */
export type AddressRefusal = 'invalid' | 'credentials' | 'too_long' | 'out_of_reach';

type ExternalAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: AddressRefusal };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const MISLEADING = /[\u0000-\u001f\u007f]/u;
/** Matches every IP address in the URL parser's normal form: four numbers for version 4, brackets for version 6. */
const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/u;

/** Matches the private IP addresses of local networks (RFC 1918, RFC 4193), in the URL parser's normal form. */
const LAN_ADDRESS = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$|^\[f[cd]/u;

const refused = (reason: AddressRefusal): ExternalAddress => ({ ok: false, reason });

/**
 * Parses an address typed into the panel, to which the server sends alerts or links. Returns the normalised address, or why it is refused.
 *
 * Applies the outbound client's rules for addresses that do not come from the environment: HTTPS only (the address itself is often the
 * secret), no user information (every proxy on the way would log it), a host name instead of an IP address, and the default port. `isLan`:
 * the owner has confirmed that the address is in the local network, where plain HTTP, any port and the network's IP addresses are accepted
 * too. The IP address of a host name is checked only when the server sends a request.
 */
export const parseExternalAddress = (text: string, isLan = false): ExternalAddress => {
  const typed = text.trim();
  if (MISLEADING.test(typed) || !URL.canParse(typed)) return refused('invalid');
  const { href, protocol, username, password, hostname, port } = new URL(typed);
  if (protocol !== 'https:' && !(isLan && protocol === 'http:')) return refused('invalid');
  if (username !== '' || password !== '') return refused('credentials');
  if (href.length > LINK_MAX_CHARACTERS) return refused('too_long');
  const isAddress = IP_ADDRESS.test(hostname);
  // A name without a dot belongs to this machine or its local network.
  const isExternal = !isAddress && hostname.replace(/\.$/u, '').includes('.') && port === '';
  const isInReach = isLan ? !isAddress || LAN_ADDRESS.test(hostname) : isExternal;
  return isInReach ? { ok: true, url: href } : refused('out_of_reach');
};
