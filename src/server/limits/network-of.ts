const GROUPS = 8;
/** Groups of a /48. A household's /56 is these and half of the next one. */
const BLOCK_GROUPS = 3;

/**
 * How many networks' limits the networks of one block have together. Providers give a customer up to a /48, which is 256 networks;
 * but many households may share one, too.
 */
export const BLOCK_SHARE = 8;

const groupsOf = (address: string): number[] | null => {
  const host = URL.parse(`http://[${address.split('%')[0]}]/`)?.hostname.slice(1, -1);
  if (host === undefined) return null;
  const [head = '', tail] = host.split('::');
  const numbers = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const before = numbers(head);
  const after = numbers(tail ?? '');
  return [...before, ...Array<number>(GROUPS - before.length - after.length).fill(0), ...after];
};

const isMappedIpv4 = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

/** Matches an address as some proxies write it: IPv6 in brackets, with or without a port. */
const HOST_AND_PORT = /^(?:\[(.+)\]|([^:]+))(?::\d+)?$/;

const withoutPort = (text: string): string => {
  const [, bracketed, plain] = HOST_AND_PORT.exec(text) ?? [];
  return bracketed ?? plain ?? text;
};

/**
 * Returns the network that an address counts as for limits: an IPv4 address itself (also when mapped into IPv6), or the
 * /56 of an IPv6 address, because one household can use all of it. Ignores a port after the address, because each
 * connection has another.
 */
export const networkOf = (text: string): string => {
  const address = withoutPort(text);
  const groups = address.includes(':') ? groupsOf(address) : null;
  if (groups === null) return address;
  if (isMappedIpv4(groups)) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const household = [...groups.slice(0, BLOCK_GROUPS), (groups[BLOCK_GROUPS] ?? 0) & 0xff00];
  return `${household.map((group) => group.toString(16)).join(':')}::/56`;
};

/** Returns the block of a network: its /48, or the network itself if that is an IPv4 address. */
export const blockOf = (network: string): string =>
  network.endsWith('::/56') ? `${network.split(':', BLOCK_GROUPS).join(':')}::/48` : network;
