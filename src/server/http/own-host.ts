import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Gives a test for the Host header: PUBLIC_URL's host when it is set, else any loopback name at any port.
 * A foreign name is refused (421) so that neither a rebinding site nor a poisoned cache can speak for us.
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
 * Gives the request target as the router reads it. An absolute target (RFC 9112, 3.2.2) that names our own host becomes its
 * path; any other target stays, and `hostRefusalTest` refuses it.
 */
export const originFormOf = (target: string, isOwnHost: (host: string | undefined) => boolean): string => {
  const [, host, rest = ''] = ABSOLUTE.exec(target) ?? [];
  if (host === undefined || !isOwnHost(host)) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** What of a request names the host it is for; `originalUrl` is the target as it was sent. */
export interface HostRequest {
  readonly originalUrl: string;
  readonly headers: { readonly host?: string | undefined };
  readonly raw: Pick<IncomingMessage, 'rawHeaders'>;
}

/**
 * Gives a test for the hosts a request names; null when all of them are ours. Two Host headers are refused (RFC 9112, 3.2): a
 * proxy may have read the other one. So is an absolute target of a foreign host, which overrides the header.
 */
export const createHostCheck = (isOwnHost: (host: string | undefined) => boolean) => {
  return ({ originalUrl, headers, raw }: HostRequest): 'host_invalid' | 'host_foreign' | null => {
    const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (names.length > 1) return 'host_invalid';
    const isPath = originFormOf(originalUrl, isOwnHost).startsWith('/');
    return isPath && isOwnHost(headers.host) ? null : 'host_foreign';
  };
};
