import { isIPv6, type LookupFunction } from 'node:net';
import { OutboundError } from './outbound-client.ts';
import { isPublicAddress } from './public-address.ts';
import type { Resolve } from './resolve.ts';

const resolveAllowed = async (
  hostname: string,
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
): Promise<readonly string[]> => {
  let addresses: readonly string[];
  try {
    addresses = await resolve(hostname);
  } catch (cause) {
    throw new OutboundError('unresolved', { cause });
  }
  if (addresses.length === 0) throw new OutboundError('unresolved');
  // A hostile name server mixes one private address with public ones, so that one connection attempt reaches the private one.
  if (!addresses.every(isAllowed)) throw new OutboundError('refused-address');
  return addresses;
};

/**
 * Creates a DNS lookup function for sockets that returns only allowed addresses, public ones unless `isAllowed` says otherwise. The socket
 * connects to the addresses that were checked, so a name that resolves differently a moment later (DNS rebinding) cannot bypass the check.
 * Fails with OutboundError `unresolved` when the name has no address, and `refused-address` when any of its addresses is not allowed.
 */
export const createCheckedLookup =
  (resolve: Resolve, isAllowed = isPublicAddress): LookupFunction =>
  (hostname, options, callback) => {
    resolveAllowed(hostname, resolve, isAllowed).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const family = options.family === 4 || options.family === 6 ? options.family : 0;
        const usable = family === 0 ? found : found.filter((entry) => entry.family === family);
        const [first] = usable;
        if (first === undefined) callback(new OutboundError('unresolved'), '', 0);
        else if (options.all === true) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error: OutboundError) => callback(error, '', 0),
    );
  };
