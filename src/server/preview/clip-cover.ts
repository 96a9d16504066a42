import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { ExtractedPost } from '../extraction/extracted-post.ts';

/**
 * Kinds of links that usually name a clip. This is no proof: a reel link may name a set, a video link a picture post.
 */
const CLIP_KINDS: ReadonlySet<ParsedLink['kind']> = new Set(['reel', 'tv', 'video']);

/** Returns whether the form of a link suggests a clip. */
export const mayNameClip = ({ kind }: ParsedLink): boolean => CLIP_KINDS.has(kind);

/**
 * Returns whether a post consists of a single picture although it is probably a clip. Engines return the cover when a
 * platform withholds the clip's file. A post that its source declares a picture or a set is never treated as a cover.
 */
export const isOnlyCover = ({ items, isPicturePost }: ExtractedPost, mayBeClip: boolean): boolean => {
  if (!mayBeClip || isPicturePost === true) return false;
  const shown = items.filter(({ kind }) => kind !== 'audio');
  return shown.length === 1 && shown[0]?.kind === 'photo';
};
