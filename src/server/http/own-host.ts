import type { IncomingMessage } from 'node:http';
import type { Config } from '../base/config/config.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Creates a function that checks a Host header: it must name PUBLIC_URL's host when that is set, else any loopback name
 * at any port. Foreign names are refused with 421 to prevent DNS rebinding and cache poisoning.
 */
export const createOwnHostMatcher = ({
  publicUrl,
  publicUrlGiven,
}: Pick<Config, 'publicUrl' | 'publicUrlGiven'>) => {
  const own = new URL(publicUrl);
  return (hostHeader: string | undefined): boolean => {
    const requested = hostHeader === undefined ? null : URL.parse(`${own.protocol}//${hostHeader}`);
    if (requested === null || requested.pathname !== '/' || requested.username !== '') return false;
    return publicUrlGiven ? requested.host === own.host : LOOPBACK_NAMES.has(requested.hostname);
  };
};

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * Returns the request target for the router. An absolute target (RFC 9112, 3.2.2) with this site's host is reduced to
 * its path; any other target stays unchanged and is refused by the host check.
 */
export const originFormOf = (target: string, isOwnHost: (host: string | undefined) => boolean): string => {
  const [, host, rest = ''] = ABSOLUTE.exec(target) ?? [];
  if (host === undefined || !isOwnHost(host)) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** The parts of a request that name its host; `originalUrl` is the target as it was sent. */
export interface HostRequest {
  readonly originalUrl: string;
  readonly headers: { readonly host?: string | undefined };
  readonly raw: Pick<IncomingMessage, 'rawHeaders'>;
}

/**
 * Creates a function that checks all hosts a request names, and returns the refusal or null. Two Host headers are
 * refused (RFC 9112, 3.2), because a proxy may have read the other one. An absolute target of a foreign host is
 * refused, because it overrides the header.
 */
export const createHostCheck = (isOwnHost: (host: string | undefined) => boolean) => {
  return ({ originalUrl, headers, raw }: HostRequest): 'host_invalid' | 'host_foreign' | null => {
    const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (names.length > 1) return 'host_invalid';
    const isPath = originFormOf(originalUrl, isOwnHost).startsWith('/');
    return isPath && isOwnHost(headers.host) ? null : 'host_foreign';
  };
};
