import type { SwitchedPlatform } from '../contract/engines.ts';
import { parseLink } from './parse-link.ts';
import type { LinkKind } from './parsed-link.ts';

/** What lasts and is shown to everybody: stories go, and a short link may lead elsewhere tomorrow. */
const PERMANENT_KINDS: ReadonlySet<LinkKind> = new Set(['post', 'reel', 'tv', 'video', 'photo']);

/**
 * Takes what an owner pasted as a post to check a platform with. Gives its canonical link without a picture's place in its set;
 * null where it names no post of that platform.
 */
export const parseCanaryLink = (text: string, platform: SwitchedPlatform): string | null => {
  const parsed = parseLink(text);
  if (!parsed.ok || parsed.link.platform !== platform || !PERMANENT_KINDS.has(parsed.link.kind)) return null;
  const [link = ''] = parsed.link.url.split('?');
  return link;
};

/** Whether two canonical links name one post: `/p/` and `/reel/` of one code do. */
export const isSamePost = (one: string, other: string): boolean => {
  const [first, second] = [parseLink(one), parseLink(other)];
  return (
    first.ok && second.ok && first.link.platform === second.link.platform && first.link.id === second.link.id
  );
};
