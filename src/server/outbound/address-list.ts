import { BlockList, isIPv6 } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Creates a function that returns whether an IP address is in a list of addresses and CIDR ranges. Throws an Error for an invalid entry.
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
