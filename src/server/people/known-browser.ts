import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deriveKey } from '../base/config/secret-keys.ts';
import { cookieName, cookieScope, type SiteAddress } from '../http/cookies.ts';

/** Time for which a browser stays known to an account. Failed sign-ins in other browsers do not use up the attempts of a known browser. */
const KNOWN_BROWSER_MS = 180 * 24 * 60 * 60 * 1_000;

const ID_BYTES = 12;
const TOKEN = /^([\w-]{16})\.([0-9a-z]{6,10})\.([\w-]{43})$/;

/**
 * Creates the functions that issue and check a token which shows that a browser has signed in to an account before. A cookie keeps the token,
 * and the server stores nothing, because the token contains an HMAC. A token grants no access; it only decides which limit of failed sign-ins
 * applies. `secret` is the master secret.
 */
export const createKnownBrowsers = (secret: string, config: SiteAddress) => {
  const cookie = cookieName('dev', config);
  const key = deriveKey(secret, 'savelet known browsers');
  const sign = (id: string, issuedAt: string, email: string): Buffer =>
    createHmac('sha256', key).update(`${id}.${issuedAt}.${email}`).digest();
  return {
    /** Sets the cookie with a new token for a browser that has just signed in to the account with this e-mail address. */
    mark(reply: FastifyReply, email: string): void {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const issuedAt = Date.now().toString(36);
      const token = `${id}.${issuedAt}.${sign(id, issuedAt, email).toString('base64url')}`;
      reply.setCookie(cookie, token, {
        maxAge: KNOWN_BROWSER_MS / 1_000,
        ...cookieScope(config),
        httpOnly: true,
        sameSite: 'strict',
      });
    },
    /** Returns the id in the browser's token; null if there is no token, or it has expired or is for another e-mail address. */
    idOf({ cookies }: FastifyRequest, email: string): string | null {
      const [, id, issuedAt, given] = TOKEN.exec(cookies[cookie] ?? '') ?? [];
      if (id === undefined || issuedAt === undefined || given === undefined) return null;
      const age = Date.now() - Number.parseInt(issuedAt, 36);
      const isAuthentic = timingSafeEqual(Buffer.from(given, 'base64url'), sign(id, issuedAt, email));
      return isAuthentic && age < KNOWN_BROWSER_MS ? id : null;
    },
  };
};
