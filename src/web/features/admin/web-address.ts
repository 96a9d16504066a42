import * as z from 'zod/mini';
import { navLinkSchema, socialLinkSchema } from '#shared/contract/site.ts';
import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';

/** Result of parsing a typed web address. */
export type WebAddress =
  | { readonly kind: 'empty' }
  /** `url` is the form in which the address is stored. */
  | { readonly kind: 'valid'; readonly url: string; readonly isSecure: boolean }
  /** The address becomes valid with `https://` at its start, added or in place of `http://`. `fixedUrl` is the result. */
  | { readonly kind: 'bare'; readonly fixedUrl: string }
  | { readonly kind: 'invalid' };

/**
 * Matches a host name with a dot, `//` before it or not, then optionally a port, and then the end or the rest of a URL. Does not match a
 * scheme such as `javascript:`.
 */
const BARE = /^(?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+(?::\d{1,5})?(?:[/?#]|$)/u;
const SCHEME = /^(?:https?|ftp):\/\//iu;

const stored = (text: string): string | undefined => {
  if (!SCHEME.test(text) || !URL.canParse(text)) return undefined;
  const { href, username, password } = new URL(text);
  // User information before the host could disguise an address as another one.
  if (username !== '' || password !== '' || href.length > LINK_MAX_CHARACTERS) return undefined;
  return z.safeParse(socialLinkSchema.shape.url, href).success ? href : undefined;
};

/** Parses a typed web address by the server's rule for social links (contract/site.ts): http, https or ftp, and a host with a dot. */
export function readWebAddress(text: string): WebAddress {
  const typed = text.trim();
  if (typed === '') return { kind: 'empty' };
  const url = stored(typed);
  if (url !== undefined) return { kind: 'valid', url, isSecure: url.startsWith('https:') };
  const fixedUrl = BARE.test(typed) ? stored(`https://${typed.replace(/^\/\//u, '')}`) : undefined;
  return fixedUrl === undefined ? { kind: 'invalid' } : { kind: 'bare', fixedUrl };
}

/** Parses like `readWebAddress`, but accepts only https. A valid http address counts as `bare`, an ftp address as `invalid`. */
export function readSecureAddress(text: string): WebAddress {
  const address = readWebAddress(text);
  if (address.kind !== 'valid' || address.isSecure) return address;
  if (!address.url.startsWith('http:')) return { kind: 'invalid' };
  return { kind: 'bare', fixedUrl: address.url.replace(/^http:/u, 'https:') };
}

const MAIL_ADDRESS = /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/u;

/** Adds `mailto:` to an email address; other text is returned unchanged. */
export const completeMail = (typed: string): string => (MAIL_ADDRESS.test(typed) ? `mailto:${typed}` : typed);

/** Parses a typed target of a header link: an email address, a page of this site, or a web address that `readSecureAddress` accepts. */
export function readTarget(text: string): WebAddress {
  const target = completeMail(text.trim());
  const isOther = /^(?:mailto:|\/)/iu.test(target) && target.length <= LINK_MAX_CHARACTERS;
  return isOther && z.safeParse(navLinkSchema.shape.target, target).success
    ? { kind: 'valid', url: target, isSecure: true }
    : readSecureAddress(text);
}

/** Returns an address without `http://` or `https://`, without `www.` after it, and without a slash that follows the host at the end. */
export const shortAddress = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/^([^/]+)\/$/u, '$1');
