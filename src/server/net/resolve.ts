import { Resolver } from 'node:dns/promises';

/** Gives every IPv4 and IPv6 address of a host name; an empty list when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const DNS_TIMEOUT_MS = 3_000;
/** One lost packet, or a first name server that is down, must leave time to ask again. */
const DNS_TRY_MS = 1_000;
const DNS_TRIES = 2;

/**
 * Asks the name servers directly. The system's own lookup would take the thread pool that file reads and password
 * hashes share, and would believe the hosts file.
 */
export const resolveByNameServer: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
  const deadline = setTimeout(() => resolver.cancel(), DNS_TIMEOUT_MS);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    clearTimeout(deadline);
  }
};
