import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IANA special-purpose registry, plus the wire server of one large cloud, which answers from a public-looking address. */
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
 * Only global unicast counts. Every form that carries an IPv4 address inside (compatible, mapped, translated, NAT64)
 * lies outside it, so no such form has to be decoded, and a new one is refused without our knowing it.
 */
const GLOBAL_UNICAST_IPV6 = '2000::/3';

/** Special purpose blocks inside global unicast: Teredo and benchmarks, documentation, 6to4, 6bone, AS112. */
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
const globalIPv6 = listOf([GLOBAL_UNICAST_IPV6], 'ipv6');
const refusedIPv6 = listOf(NOT_PUBLIC_IPV6, 'ipv6');

/** Tells whether an IP address in text form belongs to the public internet. Anything that is no address is not public. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !refusedIPv4.check(address, 'ipv4');
  // A zone index names an interface of this very machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIPv6.check(address, 'ipv6') && !refusedIPv6.check(address, 'ipv6');
};
