import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** The part of a request that shows which page sent it. */
export type OriginRequest = Pick<FastifyRequest, 'headers'>;

/**
 * Creates a function that returns whether a page of this site sent the request, for calls that change data. A browser
 * states that in `Sec-Fetch-Site`; an older browser or a script must send this site's `Origin`. Another port or
 * subdomain is foreign.
 */
export const createOwnOriginMatcher = ({
  publicUrl,
  publicUrlGiven,
}: Pick<Config, 'publicUrl' | 'publicUrlGiven'>) => {
  const isOwn = (origin: string, host: string | undefined): boolean =>
    // While PUBLIC_URL is unset, the Host header, which is then a loopback name, gives the expected origin.
    publicUrlGiven ? origin === publicUrl : origin === `http://${host}`;
  return ({ headers }: OriginRequest): boolean => {
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    if (origin !== undefined && !isOwn(origin, host)) return false;
    return site === undefined ? origin !== undefined : site === 'same-origin';
  };
};
