import type { FastifyRequest } from 'fastify';
import type { Config } from '../base/config/config.ts';

/** Creates a function that returns whether an `Origin` header names this site. Another port or subdomain is foreign. */
export const createOwnOriginMatcher =
  ({ publicUrl, publicUrlGiven }: Pick<Config, 'publicUrl' | 'publicUrlGiven'>) =>
  (origin: string, host: string | undefined): boolean =>
    // While PUBLIC_URL is unset, the Host header, which is then a loopback name, gives the expected origin.
    publicUrlGiven ? origin === publicUrl : origin === `http://${host}`;

/**
 * Creates a function that returns whether a form on a page of this site sent the request, so that a page elsewhere cannot
 * use up its visitors' previews. This site's pages send no referrer, and browsers then send `Origin: null` with a form;
 * `Sec-Fetch-Site` says more. Browsers leave that out over plain http, where `Origin: null` must do.
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
