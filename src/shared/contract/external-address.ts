import { LINK_MAX_CHARACTERS } from '../limits.ts';

/**
 * Reason why an address is refused. `invalid`: no complete HTTPS address (in the local network HTTP is accepted too). `credentials`: with
 * user information. `too_long`: longer than a stored address may be. `out_of_reach`: an IP address, a local host name or an unusual port,
 * to which the server never sends requests; in the local network only an IP address outside of it.
 */
export type AddressRefusal = 'invalid' | 'credentials' | 'too_long' | 'out_of_reach';

type ExternalAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly why: AddressRefusal };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const MISLEADING = /[\u0000-\u001f\u007f]/u;
/** Matches every IP address in the URL parser's normal form: four numbers for version 4, brackets for version 6. */
const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/u;

/** Matches the IP addresses that only local networks have, in the same form. */
const LAN_ADDRESS = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$|^\[f[cd]/u;

const refused = (why: AddressRefusal): ExternalAddress => ({ ok: false, why });

/**
 * Parses an address typed into the panel, to which the server sends alerts or links. Returns the normalised address.
 *
 * Applies the outbound client's rules for addresses that do not come from the environment: HTTPS only (the address
 * itself is often the secret), no user information (every proxy on the way would log it), a host name instead of an IP
 * address, and the default port. `isLan`: the owner has confirmed that it is in the local network, where plain HTTP, any port and
 * the network's IP addresses are usual; what a name stands for is checked when something is sent.
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
