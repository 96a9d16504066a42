import type { ContentType } from '../contract/content-type.ts';

/** What a link names. `share` is an opaque short link or share token that must be resolved before any engine sees it. */
export type LinkKind =
  | 'post'
  | 'reel'
  | 'tv'
  | 'video'
  | 'photo'
  | 'story'
  | 'highlight'
  | 'share'
  | 'sample';

/** A recognised link, rebuilt by us: the visitor's own string never goes further than the parser. */
export interface ParsedLink {
  readonly platform: 'instagram' | 'tiktok' | 'sample';
  readonly kind: LinkKind;
  /** Shortcode, numeric id, story id or share token. */
  readonly id: string;
  /** Handle taken from the link, null when the link has none. */
  readonly username: string | null;
  /** An Instagram link made for an account's followers: where it shows no post, the post is private, not gone. */
  readonly forFollowers?: true;
  /** Canonical https address, only with the query that names the thing (`img_index`); for samples the link `/?sample=…`. */
  readonly url: string;
  /** 1-based picture of a set the link points at, null otherwise. */
  readonly itemIndex: number | null;
  /** The tab this link belongs to. */
  readonly contentType: ContentType;
  /** What the recognition line says, for example 'Instagram reel' or 'TikTok video'. */
  readonly label: string;
}

export type LinkResult =
  | { readonly ok: true; readonly link: ParsedLink }
  | { readonly ok: false; readonly code: 'empty' | 'invalid' };
