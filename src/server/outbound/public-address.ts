import { BlockList, isIPv4, isIPv6 } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Creates a function that returns whether an IP address is in a list of IP addresses and CIDR ranges (`entries`). Throws an Error for an
 * invalid entry.
 */
export const createAddressMatcher = (entries: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(prefix), familyOf(network));
  }
  // BlockList itself matches an IPv4-mapped IPv6 address against the IPv4 entries.
  return (address) => list.check(address, familyOf(address));
};

/** IANA special-purpose IPv4 ranges, plus 168.63.129.16, a public-looking address at which Azure serves an internal endpoint. */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Well-known prefix of NAT64 (RFC 6052), which an IPv4 address follows. On a network without IPv4, DNS64 returns such addresses for hosts
 * that have only IPv4, so they are as public as the embedded address.
 */
const NAT64 = '64:ff9b::';

/**
 * Range of global unicast addresses. Besides NAT64's, all other IPv6 addresses are refused: the standard forms that embed an IPv4 address
 * (compatible, mapped, translated, NAT64's local-use prefix) lie outside this range, so they need no decoding. The exceptions, 6to4 and
 * Teredo, are in NOT_PUBLIC_IPV6.
 */
const GLOBAL_UNICAST_IPV6 = '2000::/3';

/** Returns the NAT64 form of an IPv4 range. */
const inNat64 = (range: string): string => {
  const [network = '', prefix = ''] = range.split('/');
  return `${NAT64}${network}/${String(96 + Number(prefix))}`;
};

/** Special-purpose ranges within global unicast: protocol assignments with Teredo and benchmarking, documentation, 6to4, AS112, 6bone. */
const NOT_PUBLIC_IPV6 = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
];

const isSpecialIPv4 = createAddressMatcher(NOT_PUBLIC_IPV4);
const isGlobalIPv6 = createAddressMatcher([GLOBAL_UNICAST_IPV6, `${NAT64}/96`]);
const isSpecialIPv6 = createAddressMatcher([...NOT_PUBLIC_IPV6, ...NOT_PUBLIC_IPV4.map(inNat64)]);

const isLanIPv4 = createAddressMatcher(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']);
const isLanIPv6 = createAddressMatcher(['fc00::/7']);
/** Matches the networks in fc00::/7 in which cloud metadata services answer with the credentials of the machine. */
const isMetadataIPv6 = createAddressMatcher(['fd00:ec2::/32', 'fd20:ce::/32']);

/**
 * Returns whether an IP address in text form is a private one (10/8, 172.16/12, 192.168/16, fc00::/7). Returns false for addresses of
 * loopback, link-local and carrier-grade NAT networks, for IPv6 networks of cloud metadata services, and for text that is not an IP
 * address.
 */
export const isLanAddress = (address: string): boolean => {
  if (isIPv4(address)) return isLanIPv4(address);
  if (!isIPv6(address) || address.includes('%')) return false;
  return isLanIPv6(address) && !isMetadataIPv6(address);
};

/** Returns whether an IP address in text form is on the public internet. Returns false for text that is not an IP address. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !isSpecialIPv4(address);
  // A zone index names a network interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  return isGlobalIPv6(address) && !isSpecialIPv6(address);
};
