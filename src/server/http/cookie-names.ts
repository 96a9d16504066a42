import type { Config } from '../base/config/config.ts';

/**
 * Returns the full name of a cookie of this site. On an https site it has the prefix `__Host-`, with which browsers reject the cookie from
 * another host or without encryption.
 */
export const cookieName = (name: string, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;

const SESSION_COOKIE = 'sid';

/** Returns the full name of the session cookie. */
export const sessionCookieName = (config: Pick<Config, 'publicUrl'>): string =>
  cookieName(SESSION_COOKIE, config);

const SESSION = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=`);

/** Returns whether a Cookie header has a session cookie, valid or not. */
export const hasSessionCookie = (header: string | undefined): boolean => SESSION.test(header ?? '');
