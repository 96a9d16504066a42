import type { ParsedLink } from '#shared/links/parsed-link.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Code of an Instagram post, and the kind of link it came from. */
export interface Shortcode {
  /** Code of the post itself. */
  readonly code: string;
  /** True for a link created for followers; the post may still be public. */
  readonly forFollowers: boolean;
}

/** Returns the shortcode of a link. */
export const readShortcode = (link: ParsedLink): Shortcode => ({
  code: link.id,
  forFollowers: link.forFollowers === true,
});

/** Converts a shortcode, a number in base 64, to the decimal id that pages use. */
export const pkOf = (code: string): string =>
  [...code].reduce((sum, letter) => sum * 64n + BigInt(Math.max(0, ALPHABET.indexOf(letter))), 0n).toString();
