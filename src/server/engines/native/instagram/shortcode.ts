import type { ParsedLink } from '#shared/links/parsed-link.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export interface Shortcode {
  /** The code of the post itself. */
  readonly code: string;
  /** True for a link made for followers: the post may be public all the same. */
  readonly forFollowers: boolean;
}

/** Gives the code of the post a link names. */
export const readShortcode = (link: ParsedLink): Shortcode => ({
  code: link.id,
  forFollowers: link.forFollowers === true,
});

/** Gives the number a shortcode spells in base 64, as pages name it. */
export const pkOf = (code: string): string =>
  [...code].reduce((sum, letter) => sum * 64n + BigInt(Math.max(0, ALPHABET.indexOf(letter))), 0n).toString();
