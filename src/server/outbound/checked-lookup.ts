import { Resolver } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { OutboundError } from './outbound-client.ts';
import { isPublicAddress } from './public-address.ts';

/** Resolves a host name to all its IPv4 and IPv6 addresses; an empty list when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const DNS_TIMEOUT_MS = 3_000;
/** Milliseconds per attempt, so short that a lost packet or a dead name server leaves time for a second attempt. */
const DNS_TRY_MS = 1_000;
const DNS_TRIES = 2;

/**
 * Resolves a host name by querying the name servers directly, within three seconds. Never rejects: a query that fails counts as a query
 * without addresses in its answer. Does not use the system's resolver (`dns.lookup`), which would occupy the thread pool that file reads
 * and password hashes share, and would read the hosts file.
 */
const resolveByNameServer: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
  const deadline = setTimeout(() => resolver.cancel(), DNS_TIMEOUT_MS);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    clearTimeout(deadline);
  }
};

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
 * Creates a DNS lookup function for sockets. It returns only addresses that `isAllowed` accepts, by default public ones. The socket
 * connects to the addresses that were checked, so a name that resolves differently a moment later (DNS rebinding) cannot bypass the check.
 * The lookup fails with OutboundError `unresolved` when the name has no address of the requested family, and `refused-address` when any of
 * its addresses is not allowed.
 */
export const createCheckedLookup =
  (resolve: Resolve = resolveByNameServer, isAllowed = isPublicAddress): LookupFunction =>
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
