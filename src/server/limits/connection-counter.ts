import { networkOf } from './network-of.ts';

/** Counts open TCP connections by remote address. Nothing of an address stays behind once its connections are closed. */
export interface ConnectionCounter {
  /** Counts a connection and gives the function that ends it, or null when the address has as many as it may. */
  open(address: string): (() => void) | null;
}

/**
 * Creates the counter. An IPv6 /56 counts as one address, because one household can use all of them. Addresses for which
 * `isExempt` holds are not counted.
 */
export const createConnectionCounter = (
  limit: number,
  isExempt: (address: string) => boolean,
): ConnectionCounter => {
  const open = new Map<string, number>();
  const nothing = (): void => undefined;
  return {
    open(address) {
      if (isExempt(address)) return nothing;
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
