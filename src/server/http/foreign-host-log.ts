import type { Config } from '../base/config/config.ts';
import type { Logger } from '../base/observability/logger.ts';

const WINDOW_MS = 60 * 60 * 1_000;
/** Maximum host names logged per window, because a scanner can send any number of them. */
const WRITTEN_MAX = 10;
const NAME_MAX_CHARACTERS = 100;
/** Letters, digits, dots, dashes and an optional port. */
const NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\[.*)$/;

/** Returns the loggable form of a Host header. The header is untrusted, and IP addresses must not be logged. */
const describeHost = (header: string | undefined): string => {
  const name = header?.toLowerCase() ?? '';
  if (name === '') return 'none';
  if (ADDRESS.test(name)) return 'an IP address';
  return name.length <= NAME_MAX_CHARACTERS && NAME.test(name) ? name : 'not a host name';
};

/**
 * Creates a function that logs requests refused for their Host header: one line per distinct host and hour, at most
 * ten. The usual cause is a proxy that does not forward the header, or a PUBLIC_URL that differs from the address
 * visitors use.
 */
export const createForeignHostLog = (
  { publicUrl, publicUrlGiven }: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
  log: Pick<Logger, 'warn'>,
  now: () => number = Date.now,
): ((header: string | undefined) => void) => {
  const expected = publicUrlGiven ? new URL(publicUrl).host : 'localhost, 127.0.0.1 or [::1]';
  const advice = publicUrlGiven
    ? 'PUBLIC_URL must name the host visitors use, and a proxy must pass its Host header on'
    : 'set PUBLIC_URL to the address visitors use';
  const loggedHosts = new Set<string>();
  let windowEnd = 0;
  return (header) => {
    if (now() >= windowEnd) {
      loggedHosts.clear();
      windowEnd = now() + WINDOW_MS;
    }
    const seen = describeHost(header);
    if (loggedHosts.size >= WRITTEN_MAX || loggedHosts.has(seen)) return;
    loggedHosts.add(seen);
    log.warn({ seen, expected }, `a request for another host was refused with 421: ${advice}`);
  };
};
