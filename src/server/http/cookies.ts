import type { FastifyReply } from 'fastify';
import type { Config } from '../base/config/config.ts';

/** Address of this site, as far as its cookies depend on it. */
export type SiteAddress = Pick<Config, 'publicUrl' | 'basePath'>;

/**
 * Returns the full name of a cookie of this site. On an https site it has the prefix `__Host-`, with which browsers reject the cookie from
 * another host or without encryption. If the site lies below a path, which that prefix does not allow, the prefix is `__Secure-`.
 */
export const cookieName = (name: string, { publicUrl, basePath }: SiteAddress): string => {
  if (!publicUrl.startsWith('https:')) return name;
  return `${basePath === '' ? '__Host-' : '__Secure-'}${name}`;
};

/** Returns the attributes with which browsers send a cookie only to the paths of this site, and only over https if the site has https. */
export const cookieScope = ({ publicUrl, basePath }: SiteAddress) => ({
  path: basePath === '' ? '/' : basePath,
  secure: publicUrl.startsWith('https:'),
});

export const SESSION_COOKIE = 'sid';

/** Returns the full name of the session cookie. */
export const sessionCookieName = (config: SiteAddress): string => cookieName(SESSION_COOKIE, config);

/** Adds `Set-Cookie` values to a response. A cookie replaces an earlier one of the same name. */
export const addCookies = (reply: FastifyReply, setCookies: readonly string[]): void => {
  if (setCookies.length === 0) return;
  const lines = [reply.getHeader('set-cookie') ?? [], ...setCookies].flat().map(String);
  const byName = new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line]));
  reply.header('set-cookie', [...byName.values()]);
};
