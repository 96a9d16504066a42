import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** What of a request says which page sent it. */
export type OriginRequest = Pick<FastifyRequest, 'headers'>;

/**
 * Gives a test for calls that change something: only a page of this very site may have sent them. A browser says so in
 * `Sec-Fetch-Site`; an older one, or a script, must name our origin. Another port or sub-domain is foreign.
 */
export const createOwnOriginMatcher = ({
  publicUrl,
  publicUrlGiven,
}: Pick<Config, 'publicUrl' | 'publicUrlGiven'>) => {
  const isOwn = (origin: string, host: string | undefined): boolean =>
    // While PUBLIC_URL is unset the Host header, which is a loopback name by then, says which of them was asked.
    publicUrlGiven ? origin === publicUrl : origin === `http://${host}`;
  return ({ headers }: OriginRequest): boolean => {
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    if (origin !== undefined && !isOwn(origin, host)) return false;
    return site === undefined ? origin !== undefined : site === 'same-origin';
  };
};
