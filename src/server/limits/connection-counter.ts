import { BLOCK_SHARE, blockOf, networkOf } from './network-of.ts';

/** Counts open TCP connections by remote address. Stores nothing about an address once its connections are closed. */
export interface ConnectionCounter {
  /** Counts a connection and returns the function that ends it, or null when the address is at its limit. */
  open(address: string): (() => void) | null;
}

/**
 * Creates the counter. An IPv6 /56 counts as one address, because one household can use all of it; those of a /48 have limits
 * together, too. Addresses for which `isExempt` returns true are not counted.
 */
export const createConnectionCounter = (
  limit: number,
  isExempt: (address: string) => boolean,
): ConnectionCounter => {
  const open = new Map<string, number>();
  const isFull = (key: string, most: number): boolean => (open.get(key) ?? 0) >= most;
  const change = (key: string, by: 1 | -1): void => {
    const count = (open.get(key) ?? 0) + by;
    if (count === 0) open.delete(key);
    else open.set(key, count);
  };
  const doNothing = (): void => undefined;
  return {
    open(address) {
      if (isExempt(address)) return doNothing;
      const network = networkOf(address);
      const keys = new Set([network, blockOf(network)]);
      if (isFull(network, limit) || isFull(blockOf(network), limit * BLOCK_SHARE)) return null;
      for (const key of keys) change(key, 1);
      return () => {
        for (const key of keys) change(key, -1);
      };
    },
  };
};
