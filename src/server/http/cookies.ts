import type { FastifyReply } from 'fastify';
import type { Config } from '../base/config/config.ts';

/**
 * Returns the full name of a cookie of this site. On an https site it has the prefix `__Host-`, with which browsers reject the cookie from
 * another host or without encryption.
 */
export const cookieName = (name: string, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;

export const SESSION_COOKIE = 'sid';

/** Returns the full name of the session cookie. */
export const sessionCookieName = (config: Pick<Config, 'publicUrl'>): string =>
  cookieName(SESSION_COOKIE, config);

/** Adds `Set-Cookie` values to a response. A cookie replaces an earlier one of the same name. */
export const addCookies = (reply: FastifyReply, setCookies: readonly string[]): void => {
  if (setCookies.length === 0) return;
  const lines = [reply.getHeader('set-cookie') ?? [], ...setCookies].flat().map(String);
  const byName = new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line]));
  reply.header('set-cookie', [...byName.values()]);
};
