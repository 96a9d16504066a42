import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { KNOWN_BROWSER_MS } from '#shared/limits.ts';

/** Marks browsers an account has signed in from. It opens nothing: only the count of failed sign-ins looks at it. */
export interface KnownBrowsers {
  /** A mark for a browser that has just signed in. */
  issueToken(email: string): string;
  /** The browser's id when the mark was made for this e-mail address and is not too old, else null. */
  verifyToken(token: string | undefined, email: string): string | null;
}

const ID_BYTES = 12;
const TOKEN = /^([\w-]{16})\.([0-9a-z]{6,10})\.([\w-]{43})$/;

/** Makes and reads marks; `secret` is the master secret. Nothing is stored: a mark carries its own proof. */
export const createKnownBrowsers = (secret: string, now: () => number = Date.now): KnownBrowsers => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'savelet known browsers', 32));
  const proof = (id: string, issuedAt: string, email: string): Buffer =>
    createHmac('sha256', key).update(`${id}.${issuedAt}.${email}`).digest();
  return {
    issueToken(email) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const issuedAt = now().toString(36);
      return `${id}.${issuedAt}.${proof(id, issuedAt, email).toString('base64url')}`;
    },
    verifyToken(token, email) {
      const [, id, issuedAt, given] = TOKEN.exec(token ?? '') ?? [];
      if (id === undefined || issuedAt === undefined || given === undefined) return null;
      const age = now() - Number.parseInt(issuedAt, 36);
      const isAuthentic = timingSafeEqual(Buffer.from(given, 'base64url'), proof(id, issuedAt, email));
      return isAuthentic && age < KNOWN_BROWSER_MS ? id : null;
    },
  };
};
