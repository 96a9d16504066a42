import { isIPv6, type LookupFunction } from 'node:net';
import { OutboundError } from './outbound-client.ts';
import { isPublicAddress } from './public-address.ts';
import type { Resolve } from './resolve.ts';

const checkedAddresses = async (hostname: string, resolve: Resolve): Promise<readonly string[]> => {
  let addresses: readonly string[];
  try {
    addresses = await resolve(hostname);
  } catch (cause) {
    throw new OutboundError('unresolved', { cause });
  }
  if (addresses.length === 0) throw new OutboundError('unresolved');
  // One private address among public ones is how a hostile name server hopes to win the race between them.
  if (!addresses.every(isPublicAddress)) throw new OutboundError('refused-address');
  return addresses;
};

/**
 * Makes the lookup a socket connects by: it hands over the very addresses it has checked, so a name that changes its
 * answer between check and use (rebinding) gains nothing. Fails with OutboundError `unresolved` or `refused-address`.
 */
export const createCheckedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    checkedAddresses(hostname, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const wanted = options.family === 4 || options.family === 6 ? options.family : 0;
        const usable = wanted === 0 ? found : found.filter((entry) => entry.family === wanted);
        const [first] = usable;
        if (first === undefined) callback(new OutboundError('unresolved'), '', 0);
        else if (options.all === true) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error: OutboundError) => callback(error, '', 0),
    );
  };
