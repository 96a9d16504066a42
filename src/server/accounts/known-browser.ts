import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { KNOWN_BROWSER_MS } from '#shared/limits.ts';

/** Marks browsers an account has signed in from. It opens nothing: only the count of failed sign-ins looks at it. */
export interface KnownBrowsers {
  /** A mark for a browser that has just signed in. */
  mark(email: string): string;
  /** The browser's id when the mark was made for this e-mail address and is not too old, else null. */
  idIn(mark: string | undefined, email: string): string | null;
}

const ID_BYTES = 12;
const MARK = /^([\w-]{16})\.([0-9a-z]{6,10})\.([\w-]{43})$/;

/** Makes and reads marks; `secret` is the master secret. Nothing is stored: a mark carries its own proof. */
export const createKnownBrowsers = (secret: string, now: () => number = Date.now): KnownBrowsers => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'savelet known browsers', 32));
  const proof = (id: string, madeAt: string, email: string): Buffer =>
    createHmac('sha256', key).update(`${id}.${madeAt}.${email}`).digest();
  return {
    mark(email) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const madeAt = now().toString(36);
      return `${id}.${madeAt}.${proof(id, madeAt, email).toString('base64url')}`;
    },
    idIn(mark, email) {
      const [, id, madeAt, given] = MARK.exec(mark ?? '') ?? [];
      if (id === undefined || madeAt === undefined || given === undefined) return null;
      const age = now() - Number.parseInt(madeAt, 36);
      const right = timingSafeEqual(Buffer.from(given, 'base64url'), proof(id, madeAt, email));
      return right && age < KNOWN_BROWSER_MS ? id : null;
    },
  };
};
