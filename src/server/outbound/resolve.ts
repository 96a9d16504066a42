import { Resolver } from 'node:dns/promises';

/** Resolves a host name to all its IPv4 and IPv6 addresses; an empty list when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const DNS_TIMEOUT_MS = 3_000;
/** Milliseconds per attempt: a lost packet or a dead name server must leave time for a second attempt. */
const DNS_TRY_MS = 1_000;
const DNS_TRIES = 2;

/**
 * Resolves a host name by querying the name servers directly, within three seconds. Never rejects: a failed query counts as one without
 * addresses. The system's resolver (`dns.lookup`) would occupy the thread pool that file reads and password hashes share, and would use the
 * hosts file.
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
