import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../base/config/config.ts';
import { cookieName } from '../http/cookies.ts';

/** Time a browser stays known to an account. Failed sign-ins from other browsers do not use up its attempts. */
const KNOWN_BROWSER_MS = 180 * 24 * 60 * 60 * 1_000;

const ID_BYTES = 12;
const TOKEN = /^([\w-]{16})\.([0-9a-z]{6,10})\.([\w-]{43})$/;

/**
 * Creates the functions that issue and check a token, kept in a cookie, which shows that a browser has signed in to an account before. A
 * token grants no access; it only decides which limit of failed sign-ins applies. `secret` is the master secret. Nothing is stored: each
 * token carries an HMAC.
 */
export const createKnownBrowsers = (secret: string, config: Pick<Config, 'publicUrl'>) => {
  const cookie = cookieName('dev', config);
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'savelet known browsers', 32));
  const sign = (id: string, issuedAt: string, email: string): Buffer =>
    createHmac('sha256', key).update(`${id}.${issuedAt}.${email}`).digest();
  return {
    /** Marks a browser that has just signed in to the account with this e-mail address. */
    mark(reply: FastifyReply, email: string): void {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const issuedAt = Date.now().toString(36);
      const token = `${id}.${issuedAt}.${sign(id, issuedAt, email).toString('base64url')}`;
      reply.setCookie(cookie, token, {
        maxAge: KNOWN_BROWSER_MS / 1_000,
        path: '/',
        httpOnly: true,
        secure: config.publicUrl.startsWith('https:'),
        sameSite: 'strict',
      });
    },
    /** Returns the browser's id when it was marked for this e-mail address and the mark has not expired, else null. */
    idOf({ cookies }: FastifyRequest, email: string): string | null {
      const [, id, issuedAt, given] = TOKEN.exec(cookies[cookie] ?? '') ?? [];
      if (id === undefined || issuedAt === undefined || given === undefined) return null;
      const age = Date.now() - Number.parseInt(issuedAt, 36);
      const isAuthentic = timingSafeEqual(Buffer.from(given, 'base64url'), sign(id, issuedAt, email));
      return isAuthentic && age < KNOWN_BROWSER_MS ? id : null;
    },
  };
};
