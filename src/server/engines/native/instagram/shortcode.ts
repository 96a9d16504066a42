/** A code this long or longer carries a follower's share token behind the code of the post. */
const SHARE_TOKEN_CHARACTERS = 28;

export interface Shortcode {
  /** The code of the post itself. */
  readonly code: string;
  /** True for a link made for followers: the post may be public all the same. */
  readonly forFollowers: boolean;
}

/** Gives the code of the post a link names, with the share token of a private-share link cut off. */
export function readShortcode(id: string): Shortcode {
  return id.length > SHARE_TOKEN_CHARACTERS
    ? { code: id.slice(0, -SHARE_TOKEN_CHARACTERS), forFollowers: true }
    : { code: id, forFollowers: false };
}
