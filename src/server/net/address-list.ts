import { BlockList, isIPv6 } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Creates a test for IP addresses from a list of addresses and CIDR ranges. Throws a RangeError on a bad entry. */
export const createAddressTest = (entries: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(prefix), familyOf(network));
  }
  // BlockList matches an IPv4 address mapped into IPv6 against IPv4 entries by itself.
  return (address) => list.check(address, familyOf(address));
};
