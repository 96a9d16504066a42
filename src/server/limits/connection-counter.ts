import { networkOf } from './network-of.ts';

/** Counts open TCP connections by remote address. Stores nothing about an address once its connections are closed. */
export interface ConnectionCounter {
  /** Counts a connection and returns the function that ends it, or null when the address is at its limit. */
  open(address: string): (() => void) | null;
}

/**
 * Creates the counter. An IPv6 /56 counts as one address, because one household can use all of it. Addresses for which
 * `isExempt` returns true are not counted.
 */
export const createConnectionCounter = (
  limit: number,
  isExempt: (address: string) => boolean,
): ConnectionCounter => {
  const open = new Map<string, number>();
  const doNothing = (): void => undefined;
  return {
    open(address) {
      if (isExempt(address)) return doNothing;
      const network = networkOf(address);
      const count = open.get(network) ?? 0;
      if (count >= limit) return null;
      open.set(network, count + 1);
      return () => {
        const now = (open.get(network) ?? 1) - 1;
        if (now === 0) open.delete(network);
        else open.set(network, now);
      };
    },
  };
};
