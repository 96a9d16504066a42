import { createHash } from 'node:crypto';

export const digest = (text: string): string => createHash('md5').update(`mock:${text}`).digest('hex');

/** Signs a file's path for a page load: as on the real networks, a URL is bound to the page that contained it. */
export const signatureOf = (path: string, reading: number): string => digest(`${path}:${reading}`);

const LIFETIME_SECONDS = 2 * 24 * 60 * 60;

/** Returns when a URL made now expires, in seconds since 1970. */
export const expiry = (): number => Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS;

/** Builds the URL of a file with the query that its network signs. */
export const fileAddress = ({ host, path }: { host: string; path: string }, query: URLSearchParams): string =>
  `https://${host}${path}?${query.toString()}`;
