import type { PlatformId } from '../platforms/platforms.ts';
import { parseLink } from './parse-link.ts';
import type { LinkKind } from './parsed-link.ts';

/**
 * Kinds of links that lead to the same public post permanently. Stories expire, and a short link can change its target.
 */
const PERMANENT_KINDS: ReadonlySet<LinkKind> = new Set(['post', 'reel', 'tv', 'video', 'photo']);

/**
 * Parses the link of a test post for a platform from the owner's text. Returns the canonical link without the picture
 * number; null if the text contains no link to a permanent post of that platform.
 */
export const parseTestPostLink = (text: string, platform: PlatformId): string | null => {
  const parsed = parseLink(text);
  if (!parsed.ok || parsed.link.platform !== platform || !PERMANENT_KINDS.has(parsed.link.kind)) return null;
  const [link = ''] = parsed.link.url.split('?');
  return link;
};

/**
 * Returns whether two links lead to the same post, such as `/p/` and `/reel/` with the same shortcode. False if one of the links does not
 * lead to a post.
 */
export const isSamePost = (firstLink: string, secondLink: string): boolean => {
  const [first, second] = [parseLink(firstLink), parseLink(secondLink)];
  return (
    first.ok && second.ok && first.link.platform === second.link.platform && first.link.id === second.link.id
  );
};
