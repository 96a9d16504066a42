import { BlockList, isIPv4, isIPv6 } from 'node:net';

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

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix = ''] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
};

const refusedIPv4 = listOf(NOT_PUBLIC_IPV4, 'ipv4');
const globalIPv6 = listOf([GLOBAL_UNICAST_IPV6, `${NAT64}/96`], 'ipv6');
const refusedIPv6 = listOf([...NOT_PUBLIC_IPV6, ...NOT_PUBLIC_IPV4.map(inNat64)], 'ipv6');

const lanIPv4 = listOf(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'], 'ipv4');
const lanIPv6 = listOf(['fc00::/7'], 'ipv6');
/** Networks in it where clouds answer with the machine's credentials. */
const metadataIPv6 = listOf(['fd00:ec2::/32', 'fd20:ce::/32'], 'ipv6');

/**
 * Returns whether an IP address in text form is a private one (10/8, 172.16/12, 192.168/16, fc00::/7). False for loopback, link-local and
 * carrier addresses, and for IPv6 networks of cloud metadata services.
 */
export const isLanAddress = (address: string): boolean => {
  if (isIPv4(address)) return lanIPv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return lanIPv6.check(address, 'ipv6') && !metadataIPv6.check(address, 'ipv6');
};

/** Returns whether an IP address in text form is on the public internet. Returns false for text that is not an IP address. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !refusedIPv4.check(address, 'ipv4');
  // A zone index names a network interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIPv6.check(address, 'ipv6') && !refusedIPv6.check(address, 'ipv6');
};
