/** Kind of post that a link names. */
export type PostKind = 'post' | 'reel' | 'tv' | 'video' | 'photo' | 'story' | 'highlight';

/** Parses a link parameter into its form in the canonical link; returns null to reject it. */
export type ParamReader = (raw: string) => string | null;

/**
 * Shape of links that are accepted or, if `kind` is null, rejected. The first shape that matches a link decides. In the template `path`,
 * `:name` is parsed by the platform's reader of that name, and a final `*` matches any further segments. The parameter `user` is the
 * handle, `version` and `locale` are ignored, and any other parameter is the id. `query` names the query parameter that contains the id if
 * the path does not, and the reader of that parameter.
 */
export interface LinkShape {
  readonly path: string;
  readonly query?: { readonly name: string; readonly reader: string };
  /** `share` is an opaque short link or share token; `wrapped` contains the link, or its path on the platform, in place of an id. */
  readonly kind: PostKind | 'share' | 'wrapped' | null;
  /** Template of the canonical link; `{id}` and `{user}` are replaced. */
  readonly url: string;
  /** Whether the query parameter `img_index` selects a picture of the post. */
  readonly indexed?: true;
}

/** Link shapes of a host, in the order in which they are compared. */
export interface LinkHost {
  readonly shapes: readonly LinkShape[];
}

/**
 * Platform whose posts can be read: its name, icon and links. The page's first script contains this record; what only
 * the server needs is in the platform's folder in src/server/platforms.
 */
export interface Platform {
  /** Also the key of the platform in requests, responses and stored data. */
  readonly id: string;
  readonly name: string;
  /** Path of the icon, drawn for this project: an outline in a box of 24 by 24, stroked by `PlatformGlyph`. */
  readonly glyph: string;
  /** Domain of the platform's website, without `www`. */
  readonly domain: string;
  /**
   * Complete host names, in lower case; `scheme://host` for an app link. Partial comparison would accept hosts such as
   * `instagram.com.evil.example`.
   */
  readonly hosts: Readonly<Record<string, LinkHost>>;
  /** Schemes of links to the platform's app. */
  readonly appSchemes?: readonly string[];
  /**
   * Domains that serve the platform's paths with better previews in chats. A link to a mirror is rewritten to the platform; the server
   * never contacts a mirror.
   */
  readonly mirrors: readonly string[];
  /** Parameter readers by the names in the shapes. */
  readonly readers: Readonly<Record<string, ParamReader>>;
  /**
   * Number of characters of the key that a post's code ends with in a link for an account's followers; absent if the platform has no such
   * links. The canonical link does not contain the key.
   */
  readonly followersKeyCharacters?: number;
  /** Whether a file of sound beside a clip is all that the clip sounds of. Absent if it may be only the music of the post. */
  readonly soundFileIsOfClip?: true;
}

/** Fields of a shape whose links are rejected. */
export const REJECTED = { kind: null, url: '' } as const;

/** Returns the shape of links whose query parameter `name` contains the link of a post. `path` is the template of the path. */
export const wrappedShape = (path: string, name: string) =>
  ({ path, query: { name, reader: 'wrapped' }, kind: 'wrapped', url: '' }) as const;
