import { isIP } from 'node:net';
import type { HostPolicy } from './outbound-client.ts';

/** Normalizes a host name for comparison: lower case, without a trailing dot. */
export const normalizeHostname = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/** Returns whether a normalized host name equals a suffix or is a subdomain of it. */
const isUnder = (hostname: string, suffix: string): boolean =>
  hostname === suffix || hostname.endsWith(`.${suffix}`);

/** Returns whether the host of a URL is an IP address, with or without brackets, and not a name. */
export const isAddressLiteral = (hostname: string): boolean =>
  hostname.startsWith('[') || isIP(hostname) !== 0;

/**
 * Returns the domain suffix that the servers of a host name share, for display to the owner: 'cdn.example.net' for
 * 'v16.cdn.example.net'. Drops the first of three or more labels and keeps the last three of the rest; a short ending such as 'co.uk'
 * keeps the label before it. Returns null for an IP address, a single label and an invalid name.
 */
export const hostSuffix = (hostname: string): string | null => {
  const labels = normalizeHostname(hostname).split('.');
  if (labels.length < 2 || isIP(hostname) !== 0 || !labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label)))
    return null;
  const shared = labels.length > 2 ? labels.slice(1).slice(-3) : labels;
  const [first = '', second = ''] = shared;
  // 'co.uk' is a public suffix, shared by unrelated sites.
  return shared.length === 2 && first.length <= 3 && second.length <= 2
    ? labels.slice(-3).join('.')
    : shared.join('.');
};

/** Creates a policy that allows the listed names and all their subdomains. */
export const hostSuffixes = (suffixes: readonly string[]): HostPolicy => {
  const known = suffixes.map(normalizeHostname);
  return {
    isOwnerOrigin: false,
    allows: (hostname) => known.some((suffix) => isUnder(hostname, suffix)),
  };
};

/** Creates a policy that allows the listed names and no subdomains. */
export const exactHosts = (hosts: readonly string[]): HostPolicy => {
  const known = new Set(hosts.map(normalizeHostname));
  return { isOwnerOrigin: false, allows: (hostname) => known.has(hostname) };
};

/**
 * Creates a policy that allows one origin the owner configures, private addresses included. Throws TypeError unless `address` is an
 * absolute URL.
 */
export const ownerOrigin = (address: string): HostPolicy => {
  const { hostname, origin } = new URL(address);
  const own = normalizeHostname(hostname);
  return { isOwnerOrigin: true, origin, allows: (candidate) => candidate === own };
};

/**
 * Creates a policy that allows one origin whose host has only addresses in the local network. Throws TypeError unless `address` is an
 * absolute URL.
 */
export const lanOrigin = (address: string): HostPolicy => ({
  ...ownerOrigin(address),
  isOwnerOrigin: false,
  isLan: true,
});
