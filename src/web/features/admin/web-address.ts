import * as z from 'zod/mini';
import { navLinkSchema, socialLinkSchema } from '#shared/contract/site.ts';
import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';

/** Result of parsing a typed web address. */
export type WebAddress =
  | { readonly kind: 'empty' }
  /** `url` is the form in which the address is stored. */
  | { readonly kind: 'valid'; readonly url: string; readonly secure: boolean }
  /**
   * Valid once it starts with `https://` (added, or in place of `http://` if it must be secure); `fixed` is the
   * result.
   */
  | { readonly kind: 'bare'; readonly fixed: string }
  | { readonly kind: 'invalid' };

/**
 * A host name with a dot, optionally a port, then nothing or the rest of a URL. A scheme such as `javascript:` does
 * not match.
 */
const BARE = /^(?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+(?::\d{1,5})?(?:[/?#]|$)/u;
const SCHEME = /^(?:https?|ftp):\/\//iu;

const stored = (text: string): string | undefined => {
  if (!SCHEME.test(text) || !URL.canParse(text)) return undefined;
  const { href, username, password } = new URL(text);
  // User information before the host can only disguise an address as another.
  if (username !== '' || password !== '' || href.length > LINK_MAX_CHARACTERS) return undefined;
  return z.safeParse(socialLinkSchema.shape.url, href).success ? href : undefined;
};

/**
 * Parses a typed address by the server's rule for social links (contract/site.ts): http, https or ftp, and a host with
 * a dot.
 */
export function readWebAddress(text: string): WebAddress {
  const typed = text.trim();
  if (typed === '') return { kind: 'empty' };
  const url = stored(typed);
  if (url !== undefined) return { kind: 'valid', url, secure: url.startsWith('https:') };
  const fixed = BARE.test(typed) ? stored(`https://${typed.replace(/^\/\//u, '')}`) : undefined;
  return fixed === undefined ? { kind: 'invalid' } : { kind: 'bare', fixed };
}

/** Parses like `readWebAddress` but accepts only https: a valid http address counts as `bare`, an ftp address as invalid. */
export function readSecureAddress(text: string): WebAddress {
  const address = readWebAddress(text);
  if (address.kind !== 'valid' || address.secure) return address;
  if (!address.url.startsWith('http:')) return { kind: 'invalid' };
  return { kind: 'bare', fixed: address.url.replace(/^http:/u, 'https:') };
}

const MAIL_ADDRESS = /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/u;

/** Adds `mailto:` to an email address; other text is returned unchanged. */
export const completeMail = (typed: string): string => (MAIL_ADDRESS.test(typed) ? `mailto:${typed}` : typed);

/** Parses a typed target of a header link: an email address, a page of this site, or a web address by the rules of `readSecureAddress`. */
export function readTarget(text: string): WebAddress {
  const target = completeMail(text.trim());
  const isOther = /^(?:mailto:|\/)/iu.test(target) && target.length <= LINK_MAX_CHARACTERS;
  return isOther && z.safeParse(navLinkSchema.shape.target, target).success
    ? { kind: 'valid', url: target, secure: true }
    : readSecureAddress(text);
}

/** Returns an address without `http://` or `https://`, a `www.` after it, and a lone slash at the end. */
export const shortAddress = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/^([^/]+)\/$/u, '$1');
