import type { FastifyRequest } from 'fastify';
import type { Config } from '../base/config/config.ts';

/** Creates a function that returns whether an `Origin` header names this site. Another port or subdomain is foreign. */
export const createOwnOriginMatcher =
  ({ publicUrl, publicUrlGiven }: Pick<Config, 'publicUrl' | 'publicUrlGiven'>) =>
  (origin: string, host: string | undefined): boolean =>
    // While PUBLIC_URL is unset, the Host header, which is then a loopback name, gives the expected origin.
    publicUrlGiven ? origin === publicUrl : origin === `http://${host}`;

/**
 * Creates a function that returns whether a form on a page of this site sent the request; a form elsewhere could use up its visitors'
 * previews. Refuses another site's `Origin`, then decides by `Sec-Fetch-Site`. Without that header, which browsers omit over plain http,
 * accepts this site's `Origin`, and `null` if this site is on plain http: its pages send no referrer, so browsers send `Origin: null`.
 */
export const createOwnFormMatcher = (config: Pick<Config, 'publicUrl' | 'publicUrlGiven'>) => {
  const isOwn = createOwnOriginMatcher(config);
  const isPlain = !config.publicUrl.startsWith('https:');
  return ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => {
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    if (origin !== undefined && origin !== 'null' && !isOwn(origin, host)) return false;
    if (site !== undefined) return site === 'same-origin';
    return origin === 'null' ? isPlain : origin !== undefined;
  };
};
