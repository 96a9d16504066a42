import type { ParsedLink } from '#shared/links/parsed-link.ts';

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
