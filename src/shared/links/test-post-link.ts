import type { PlatformId } from '../platforms/platforms.ts';
import { parseLink } from './parse-link.ts';
import type { LinkKind } from './parsed-link.ts';

/**
 * Kinds of links that lead to the same public post permanently. Stories expire, and a short link can change its target.
 */
const PERMANENT_KINDS: ReadonlySet<LinkKind> = new Set(['post', 'reel', 'tv', 'video', 'photo']);

/**
 * Parses the link of a test post for a platform from the owner's text. Returns the canonical link without the picture number; null if the
 * first post link of the text is none to a permanent post of that platform.
 */
export const parseTestPostLink = (text: string, platform: PlatformId): string | null => {
  const parsed = parseLink(text);
  if (!parsed.ok || parsed.link.platform !== platform || !PERMANENT_KINDS.has(parsed.link.kind)) return null;
  const [link = ''] = parsed.link.url.split('?');
  return link;
};

/**
 * Returns whether two links have the same platform and post id, such as `/p/` and `/reel/` with the same shortcode. A short link is
 * compared by its token. False if one of the texts is no supported link.
 */
export const isSamePost = (firstLink: string, secondLink: string): boolean => {
  const [first, second] = [parseLink(firstLink), parseLink(secondLink)];
  return (
    first.ok && second.ok && first.link.platform === second.link.platform && first.link.id === second.link.id
  );
};
