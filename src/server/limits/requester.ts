import { createHmac } from 'node:crypto';
import { deriveKey } from '../base/config/secret-keys.ts';

const GROUPS = 8;
/** Number of 16-bit groups in a /48. The /56 of a household contains them and half of the next group. */
const BLOCK_GROUPS = 3;

/**
 * Factor by which the limit of a block is higher than that of one of its networks. Providers give one customer up to a /48, which is 256
 * networks, but many households may share a /48, too.
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

/** Matches an address as some proxies write it: IPv6 in brackets or IPv4, with or without a port. */
const HOST_AND_PORT = /^(?:\[(.+)\]|([^:]+))(?::\d+)?$/;

const withoutPort = (text: string): string => {
  const [, bracketed, plain] = HOST_AND_PORT.exec(text) ?? [];
  return bracketed ?? plain ?? text;
};

/**
 * Returns the network that an IP address counts as for limits: an IPv4 address itself (also when mapped into IPv6), or the /56 of an IPv6
 * address, because one household can use all of that. Ignores a port after the address, because each connection has another port. Returns a
 * text that is not an IP address without its port, otherwise unchanged.
 */
export const networkOf = (address: string): string => {
  const host = withoutPort(address);
  const groups = host.includes(':') ? groupsOf(host) : null;
  if (groups === null) return host;
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

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns the key under which the network of an IP address is counted. For IPv6 it is the key of the block, a slash and the key of the
 * network.
 */
export type NetworkKey = (address: string) => string;

/** Returns the part of a network's key that identifies its block; for IPv4 the whole key. */
export const blockKeyOf = (key: string): string => key.split('/', 1)[0] ?? key;

/**
 * Returns the key of an address's network: for IPv6 the hashes of its block and of the network with a slash between them, for IPv4 one
 * hash.
 */
export const hashedNetworkKey = (address: string, hash: (text: string) => string): string => {
  const network = networkOf(address);
  const block = blockOf(network);
  return block === network ? hash(network) : `${hash(block)}/${hash(network)}`;
};

/**
 * Returns a function that hashes texts with a secret key. Without the key, nobody can find the address or e-mail address of a hash by
 * trying.
 */
export const keyedHash =
  (key: Buffer) =>
  (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);

/**
 * Creates the function that converts an IP address to the key of its network (an IPv4 address or an IPv6 /56). The key is an HMAC with a
 * salt that changes every day (UTC), so memory contains no address and no key identifies a visitor for longer than a day. `secret` is the
 * master secret: instances that share it compute the same keys. `now` returns milliseconds since 1970.
 */
export const createNetworkKey = (secret: string, now: () => number = Date.now): NetworkKey => {
  let day = Number.NaN;
  let hash = keyedHash(Buffer.alloc(0));
  return (address) => {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day) {
      day = today;
      hash = keyedHash(deriveKey(secret, `savelet visitor networks ${today}`));
    }
    return hashedNetworkKey(address, hash);
  };
};

/** Sender of a request that limits and queues count. */
export interface Requester {
  /** Key of the network (`NetworkKey`), which cannot be traced to an address; a fixed name for requests of the program itself. */
  readonly network: string;
  /**
   * `visitor` counts against the limits of visitors. `operator` (owner and administrators), `monitor` (checks) and `refresh` (finding a
   * file again whose address has expired, for all media requests together) have budgets of their own.
   */
  readonly budget: 'visitor' | 'operator' | 'monitor' | 'refresh';
}

/** Requester for the program's own checks, which no visitor waits for. */
export const MONITOR_REQUESTER: Requester = { network: 'monitor', budget: 'monitor' };

/**
 * Requester for all refreshes of expired addresses. They count as one network in every queue, so that they cannot
 * displace previews.
 */
export const REFRESH_REQUESTER: Requester = { network: 'refresh', budget: 'refresh' };

/** Requesters that wait for the same result, by the key of their share, in order of arrival. The map grows when more requesters join. */
export type Requesters = ReadonlyMap<string, Requester>;

/** Returns a requester with the key under which its share of every queue is counted. */
export const shareOf = (requester: Requester): readonly [key: string, Requester] => [
  requester.budget === 'visitor' ? requester.network : `${requester.budget} ${requester.network}`,
  requester,
];

/** Returns a group that contains only this requester. */
export const singleRequester = (requester: Requester): Requesters => new Map([shareOf(requester)]);
