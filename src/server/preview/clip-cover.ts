import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { ExtractedPost } from '../engines/engine.ts';

/** Kinds of links that people get from a clip. Not proof: a reel's address may name a set, a video's a picture post. */
const CLIP_KINDS: ReadonlySet<ParsedLink['kind']> = new Set(['reel', 'tv', 'video']);

/** Tells whether a link's form says that it names a clip. */
export const mayNameClip = ({ kind }: ParsedLink): boolean => CLIP_KINDS.has(kind);

/**
 * Tells whether an engine gave nothing but one picture of what is most likely a clip: its cover, which engines give where a
 * platform withholds the file. A post that its source calls a picture or a set is one, whatever its link looks like.
 */
export const isOnlyCover = ({ items, isPicturePost }: ExtractedPost, mayBeClip: boolean): boolean => {
  if (!mayBeClip || isPicturePost === true) return false;
  const shown = items.filter(({ kind }) => kind !== 'audio');
  return shown.length === 1 && shown[0]?.kind === 'photo';
};
