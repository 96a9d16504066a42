import type { FastifyRequest } from 'fastify';
import type { Config } from '../base/config/config.ts';
import type { Logger } from '../base/observability/logger.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Creates a function that returns whether a Host header names this site: the host of PUBLIC_URL when that is set, else any loopback name at
 * any port. Requests for other names are refused with 421 to prevent DNS rebinding and cache poisoning.
 */
export const createOwnHostMatcher = ({
  publicUrl,
  isPublicUrlGiven,
}: Pick<Config, 'publicUrl' | 'isPublicUrlGiven'>) => {
  const own = new URL(publicUrl);
  return (hostHeader: string | undefined): boolean => {
    const requested = hostHeader === undefined ? null : URL.parse(`${own.protocol}//${hostHeader}`);
    if (requested === null || requested.pathname !== '/' || requested.username !== '') return false;
    return isPublicUrlGiven ? requested.host === own.host : LOOPBACK_NAMES.has(requested.hostname);
  };
};

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * Returns the request target for the router. An absolute target (RFC 9112, 3.2.2) with this site's host is reduced to
 * its path; any other target stays unchanged and is refused by the host check.
 */
const originFormOf = (target: string, isOwnHost: (host: string | undefined) => boolean): string => {
  const [, host, rest = ''] = ABSOLUTE.exec(target) ?? [];
  if (host === undefined || !isOwnHost(host)) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/**
 * Returns a request target that the router can decode. In a path with a broken percent-encoding (`/%zz`) every percent sign is escaped, so
 * that the request passes the hooks and is answered like any unknown path, instead of failing inside the router.
 */
export const decodableTarget = (target: string): string => {
  const [path = ''] = target.split(/[?#]/, 1);
  try {
    // Of the global alone, the build takes a call without a use for one without an effect, and removes it (vite.config.ts).
    globalThis.decodeURI(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
};

/**
 * Returns a target without the path below which the site lies; unchanged if the target is not below that path, like the health checks of a
 * container.
 */
const belowBasePath = (target: string, basePath: string): string => {
  const rest = target.startsWith(basePath) ? target.slice(basePath.length) : target;
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target;
};

const WINDOW_MS = 60 * 60 * 1_000;
/** Maximum number of host names logged per window, because a scanner can send any number of them. */
const WRITTEN_MAX = 10;
const NAME_MAX_CHARACTERS = 100;
/** Matches a name of letters, digits, dots and dashes, with an optional port. */
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
  { publicUrl, isPublicUrlGiven }: Pick<Config, 'publicUrl' | 'isPublicUrlGiven'>,
  log: Pick<Logger, 'warn'>,
  now: () => number = Date.now,
): ((header: string | undefined) => void) => {
  const expected = isPublicUrlGiven ? new URL(publicUrl).host : 'localhost, 127.0.0.1 or [::1]';
  const advice = isPublicUrlGiven
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

/** Creates the check of the hosts that requests name. */
export const createHostCheck = (config: Config, log: Pick<Logger, 'warn'>) => {
  const isOwnHost = createOwnHostMatcher(config);
  const recordForeign = createForeignHostLog(config, log);
  return {
    /** Returns the request target that the router gets. */
    targetOf: (target: string) =>
      belowBasePath(decodableTarget(originFormOf(target, isOwnHost)), config.basePath),
    /**
     * Checks all hosts that a request names, and returns the refusal or null. Two Host headers are refused (RFC 9112, 3.2), because a proxy
     * may have used the other header. An absolute target of a foreign host is refused, because it overrides the header.
     */
    refusalOf({ originalUrl, headers, raw }: FastifyRequest): 'host_invalid' | 'host_foreign' | null {
      const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
      if (names.length > 1) return 'host_invalid';
      const isPath = originFormOf(originalUrl, isOwnHost).startsWith('/');
      return isPath && isOwnHost(headers.host) ? null : 'host_foreign';
    },
    /** Logs the Host header of a refused request unless the header names this site. */
    logRefusedHost(header: string | undefined): void {
      if (!isOwnHost(header)) recordForeign(header);
    },
  };
};

export type HostCheck = ReturnType<typeof createHostCheck>;
