import { isIP } from 'node:net';
import type { UpstreamRoute } from '../base/config/environment-schema.ts';
import { type HostPolicy, OutboundError } from './outbound-client.ts';
import { isLanAddress } from './public-address.ts';

/** Normalizes a host name for comparison: lower case, without a trailing dot. */
const normalizeHostname = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/** Returns whether a normalized host name equals a suffix or is a subdomain of it. */
const isUnder = (hostname: string, suffix: string): boolean =>
  hostname === suffix || hostname.endsWith(`.${suffix}`);

/** Returns whether the host of a URL is an IP address, with or without brackets, instead of a name. */
export const isAddressLiteral = (hostname: string): boolean =>
  hostname.startsWith('[') || isIP(hostname) !== 0;

/**
 * Returns the domain that a host name shares with related servers, for display to the owner: 'cdn.example.net' for 'v16.cdn.example.net'.
 * Drops the first of three or more labels and keeps the last three of the rest; a short ending such as 'co.uk' keeps the label before it.
 * Returns null for an IP address, a single label and an invalid name.
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

/** Creates a policy that allows the listed host names and all their subdomains. */
export const hostsUnder = (suffixes: readonly string[]): HostPolicy => {
  const known = suffixes.map(normalizeHostname);
  return {
    isOwnerOrigin: false,
    allows: (hostname) => known.some((suffix) => isUnder(hostname, suffix)),
  };
};

/** Creates a policy that allows the listed host names but not their subdomains. */
export const exactHosts = (hosts: readonly string[]): HostPolicy => {
  const known = new Set(hosts.map(normalizeHostname));
  return { isOwnerOrigin: false, allows: (hostname) => known.has(hostname) };
};

/**
 * Creates a policy that allows only the origin of `url`, which the owner configures, even at a private address. Throws TypeError unless
 * `url` is an absolute URL.
 */
export const ownerOrigin = (url: string): HostPolicy => {
  const { hostname, origin } = new URL(url);
  const own = normalizeHostname(hostname);
  return { isOwnerOrigin: true, origin, allows: (candidate) => candidate === own };
};

/**
 * Creates a policy that allows only the origin of `url`, and only at addresses in the local network. Throws TypeError unless `url` is an
 * absolute URL.
 */
export const lanOrigin = (url: string): HostPolicy => ({
  ...ownerOrigin(url),
  isOwnerOrigin: false,
  isLan: true,
});

const isOwnerUrl = (url: URL, hosts: HostPolicy): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') &&
  (hosts.origin === undefined || hosts.origin === url.origin);

const isLanUrl = (url: URL, hosts: HostPolicy): boolean =>
  isOwnerUrl(url, hosts) &&
  (!isAddressLiteral(url.hostname) || isLanAddress(url.hostname.replaceAll(/[[\]]/gu, '')));

const isPublicHttpsUrl = (url: URL): boolean =>
  url.protocol === 'https:' && url.port === '' && !isAddressLiteral(url.hostname);

/**
 * Parses a URL and makes every check that needs no DNS lookup: scheme, port, credentials, control characters, IP address literals and the
 * host policy. Returns the URL to request, without a fragment. Throws OutboundError `refused-host` when only the policy does not allow the
 * host, and `refused-address` when any other check fails.
 */
export const checkDestination = (urlText: string, hosts: HostPolicy): URL => {
  // The URL parser silently drops tabs and line breaks; a URL that contains them is an attempt to mislead.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  if (/[\u0000-\u001f\u007f]/.test(urlText)) throw new OutboundError('refused-address');
  const url = URL.parse(urlText);
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

/**
 * Returns the origin that replaces a host, or null when the host has no route. An exact name takes precedence over a wildcard, and a
 * longer name over a shorter one.
 */
export type FindRoute = (hostname: string) => string | null;

/** Creates a route lookup from UPSTREAM_ROUTES. `*.example.org` matches subdomains of example.org, but not example.org itself. */
export const createRouteFinder = (routes: readonly UpstreamRoute[]): FindRoute => {
  const patterns = routes
    .map(({ host, origin }) => {
      const isWildcard = host.startsWith('*.');
      return {
        name: normalizeHostname(isWildcard ? host.slice(2) : host),
        isWildcard,
        origin: new URL(origin).origin,
      };
    })
    .sort((a, b) => Number(a.isWildcard) - Number(b.isWildcard) || b.name.length - a.name.length);
  return (hostname) =>
    patterns.find(({ name, isWildcard }) => (isWildcard ? hostname.endsWith(`.${name}`) : hostname === name))
      ?.origin ?? null;
};
