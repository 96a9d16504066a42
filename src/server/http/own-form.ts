import type { FastifyRequest } from 'fastify';
import type { Config } from '../base/config/config.ts';

const createSenderMatcher =
  ({ publicUrl, isPublicUrlGiven }: Pick<Config, 'publicUrl' | 'isPublicUrlGiven'>, isForm: boolean) =>
  ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => {
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    const isHidden = isForm && origin === 'null';
    // While PUBLIC_URL is unset, the Host header, which is then a loopback name, gives the expected origin. Another port or subdomain is
    // foreign.
    const own = isPublicUrlGiven ? new URL(publicUrl).origin : `http://${String(host)}`;
    if (origin !== undefined && !isHidden && origin !== own) return false;
    if (site !== undefined) return site === 'same-origin';
    return isHidden ? !publicUrl.startsWith('https:') : origin !== undefined;
  };

/**
 * Creates a function that returns whether a script on a page of this site sent the request, for calls that change data. Refuses another
 * site's `Origin`, then decides by `Sec-Fetch-Site`. Without that header, which older browsers and scripts omit, requires this site's
 * `Origin`.
 */
export const createOwnCallMatcher = (config: Pick<Config, 'publicUrl' | 'isPublicUrlGiven'>) =>
  createSenderMatcher(config, false);

/**
 * Creates a function that returns whether a form on a page of this site sent the request, because a form on another site could use up the
 * previews of that site's visitors. Refuses another site's `Origin`, then decides by `Sec-Fetch-Site`. Without that header, which browsers
 * omit over plain http, accepts this site's `Origin`, and `null` if this site is on plain http: its pages send no referrer, so browsers
 * send `Origin: null`.
 */
export const createOwnFormMatcher = (config: Pick<Config, 'publicUrl' | 'isPublicUrlGiven'>) =>
  createSenderMatcher(config, true);
