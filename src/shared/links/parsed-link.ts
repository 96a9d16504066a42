import type { ContentType, PostPlatform } from '../contract/content-type.ts';
import type { PostKind } from '../platforms/platform.ts';

/**
 * Kind of link. `share` is an opaque short link or share token that must be resolved before it is passed to an engine.
 */
export type LinkKind = PostKind | 'share' | 'sample';

/** Recognised link, rebuilt from its parts. The visitor's original text is not used after parsing. */
export interface ParsedLink {
  readonly platform: PostPlatform;
  readonly kind: LinkKind;
  /** Shortcode, numeric id, story id or share token; the handle for all stories of an account, and the name of a sample post. */
  readonly id: string;
  /** Handle in the link; null if there is none. */
  readonly username: string | null;
  /** Set for a link for an account's followers. If such a link shows no post, the post is private and not deleted. */
  readonly forFollowers?: true;
  /** Canonical HTTPS link, without a query except `img_index`; `/?sample=…` for a sample post. */
  readonly url: string;
  /** 1-based number of the picture that the link points to; null if it points to the whole post. */
  readonly itemIndex: number | null;
  /** Tab of the link form that fits the link. */
  readonly contentType: ContentType;
  /** Name shown below the link field, for example 'Instagram reel' or 'TikTok video'. */
  readonly label: string;
}

/**
 * Result of parsing a text as a link: the link, or the reason why there is none. `empty`: the text is blank. `invalid`: it contains no
 * supported link.
 */
export type LinkResult =
  | { readonly ok: true; readonly link: ParsedLink }
  | { readonly ok: false; readonly code: 'empty' | 'invalid' };
