import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time a browser stays known to an account. Failed sign-ins from other browsers do not use up its attempts. */
export const KNOWN_BROWSER_MS = 180 * 24 * 60 * 60 * 1_000;

/**
 * Issues and verifies tokens which show that a browser has signed in to an account before. A token grants no access; it
 * only decides which limit of failed sign-ins applies.
 */
export interface KnownBrowsers {
  /** Creates a token for a browser that has just signed in. */
  issueToken(email: string): string;
  /** Returns the browser's id when the token was issued for this e-mail address and has not expired, else null. */
  verifyToken(token: string | undefined, email: string): string | null;
}

const ID_BYTES = 12;
const TOKEN = /^([\w-]{16})\.([0-9a-z]{6,10})\.([\w-]{43})$/;

/**
 * Creates the issuer of known-browser tokens. `secret` is the master secret. Nothing is stored: each token carries an
 * HMAC.
 */
export const createKnownBrowsers = (secret: string, now: () => number = Date.now): KnownBrowsers => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'savelet known browsers', 32));
  const sign = (id: string, issuedAt: string, email: string): Buffer =>
    createHmac('sha256', key).update(`${id}.${issuedAt}.${email}`).digest();
  return {
    issueToken(email) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const issuedAt = now().toString(36);
      return `${id}.${issuedAt}.${sign(id, issuedAt, email).toString('base64url')}`;
    },
    verifyToken(token, email) {
      const [, id, issuedAt, given] = TOKEN.exec(token ?? '') ?? [];
      if (id === undefined || issuedAt === undefined || given === undefined) return null;
      const age = now() - Number.parseInt(issuedAt, 36);
      const isAuthentic = timingSafeEqual(Buffer.from(given, 'base64url'), sign(id, issuedAt, email));
      return isAuthentic && age < KNOWN_BROWSER_MS ? id : null;
    },
  };
};
