import { isIP } from 'node:net';
import type { HostPolicy } from './outbound-client.ts';

/** Brings a host name into the form policies compare: lower case, no trailing dot. */
export const plainHostname = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/** Tells whether a host name, already plain, equals a suffix or lies under it on a label boundary. */
const isUnder = (hostname: string, suffix: string): boolean =>
  hostname === suffix || hostname.endsWith(`.${suffix}`);

/** Tells whether the host part of a URL is an address instead of a name, brackets or not. */
export const isAddressLiteral = (hostname: string): boolean =>
  hostname.startsWith('[') || isIP(hostname) !== 0;

/**
 * Gives the part of a host name that its servers share, to be named to the owner: at most three labels, and without the first one
 * where two long enough labels remain. Null for an address or what is no host name.
 */
export const hostSuffix = (hostname: string): string | null => {
  const labels = plainHostname(hostname).split('.');
  if (labels.length < 2 || isIP(hostname) !== 0 || !labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label)))
    return null;
  const shared = labels.length > 2 ? labels.slice(1).slice(-3) : labels;
  const [first = '', second = ''] = shared;
  // 'co.uk' is nobody's own name.
  return shared.length === 2 && first.length <= 3 && second.length <= 2
    ? labels.slice(-3).join('.')
    : shared.join('.');
};

/** Allows the listed names and everything under them. */
export const hostSuffixes = (suffixes: readonly string[]): HostPolicy => {
  const known = suffixes.map(plainHostname);
  return {
    ownersOwn: false,
    allows: (hostname) => known.some((suffix) => isUnder(hostname, suffix)),
  };
};

/** Allows the listed names and nothing under them. */
export const exactHosts = (hosts: readonly string[]): HostPolicy => {
  const known = new Set(hosts.map(plainHostname));
  return { ownersOwn: false, allows: (hostname) => known.has(hostname) };
};

/** Allows one origin the owner has named himself; throws TypeError when it is no absolute URL. */
export const ownersOrigin = (address: string): HostPolicy => {
  const { hostname, origin } = new URL(address);
  const own = plainHostname(hostname);
  return { ownersOwn: true, origin, allows: (candidate) => candidate === own };
};
