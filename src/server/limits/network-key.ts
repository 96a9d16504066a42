import { createHmac, hkdfSync } from 'node:crypto';
import { blockOf, networkOf } from './network-of.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns the key under which a visitor's network is counted, for IPv6 after the key of its block and a slash. `address` is an IP
 * address.
 */
export type NetworkKey = (address: string) => string;

/** Returns the part of a network's key that all networks of its block share. */
export const blockKeyOf = (key: string): string => key.split('/', 1)[0] ?? key;

/** Returns the key of an address's network in which `hash` stands for the network and its block. */
export const hashedNetworkKey = (address: string, hash: (text: string) => string): string => {
  const network = networkOf(address);
  const block = blockOf(network);
  return block === network ? hash(network) : `${hash(block)}/${hash(network)}`;
};

/** Returns a function that hashes texts with a secret key, so that nobody can try addresses or e-mail addresses. */
export const keyedHash =
  (key: Buffer) =>
  (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);

/**
 * Creates the function that converts an IP address to the key of its network (an IPv4 address or an IPv6 /56). The key
 * is an HMAC with a salt that changes every day (UTC), so memory contains no address and no key identifies a visitor
 * for longer. `secret` is the master secret: instances that share it compute the same keys. `now` returns milliseconds
 * since 1970.
 */
export const createNetworkKey = (secret: string, now: () => number = Date.now): NetworkKey => {
  let day = Number.NaN;
  let hash = keyedHash(Buffer.alloc(0));
  return (address) => {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day) {
      day = today;
      hash = keyedHash(Buffer.from(hkdfSync('sha256', secret, '', `savelet visitor networks ${today}`, 32)));
    }
    return hashedNetworkKey(address, hash);
  };
};
