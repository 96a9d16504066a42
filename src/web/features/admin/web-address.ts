import * as z from 'zod/mini';
import { socialLinkSchema } from '#shared/contract/site.ts';
import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';

/** What somebody typed where a web address belongs. */
export type WebAddress =
  | { readonly kind: 'empty' }
  /** As it is stored. */
  | { readonly kind: 'valid'; readonly url: string; readonly secure: boolean }
  /** It would do with `https://` before it (or in place of `http://`, where a secure one is asked for). */
  | { readonly kind: 'bare'; readonly fixed: string }
  | { readonly kind: 'invalid' };

/** A name with a dot, perhaps a port, then nothing or the rest of an address: no scheme such as `javascript:` looks like that. */
const BARE = /^(?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+(?::\d{1,5})?(?:[/?#]|$)/u;
const SCHEME = /^https?:\/\//iu;

const stored = (text: string): string | undefined => {
  if (!SCHEME.test(text) || !URL.canParse(text)) return undefined;
  const { href, username, password } = new URL(text);
  // A name before the host only makes one address look like another.
  if (username !== '' || password !== '' || href.length > LINK_MAX_CHARACTERS) return undefined;
  return z.safeParse(socialLinkSchema.shape.url, href).success ? href : undefined;
};

/** Reads a typed address by the rule the server stores it by (contract/site.ts): http or https, a host with a dot. */
export function readWebAddress(text: string): WebAddress {
  const typed = text.trim();
  if (typed === '') return { kind: 'empty' };
  const url = stored(typed);
  if (url !== undefined) return { kind: 'valid', url, secure: url.startsWith('https:') };
  const fixed = BARE.test(typed) ? stored(`https://${typed.replace(/^\/\//u, '')}`) : undefined;
  return fixed === undefined ? { kind: 'invalid' } : { kind: 'bare', fixed };
}

/** The same where only https will do: a plain http address is one that lacks its `https://`. */
export function readSecureAddress(text: string): WebAddress {
  const address = readWebAddress(text);
  if (address.kind !== 'valid' || address.secure) return address;
  return { kind: 'bare', fixed: address.url.replace(/^http:/u, 'https:') };
}

/** An address as people read it: without its scheme, `www.` and a lone slash at the end. */
export const shortAddress = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/^([^/]+)\/$/u, '$1');
