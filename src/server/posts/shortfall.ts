import type { ResultAppraiser } from './engine-run.ts';
import type { ResolvedItem, ResolvedPost } from './resolved-post.ts';

/** Weight of a missing item: more than any number of silent clips. */
const MISSING_ITEM = 1_000;

/** Returns whether an item is more than the sound of a post. */
export const isClipOrPicture = ({ kind }: ResolvedItem): boolean => kind !== 'audio';

/** Returns whether every file of a clip is known to be silent. */
const isSilentClip = ({ kind, renditions }: ResolvedItem): boolean =>
  kind === 'video' &&
  renditions.every((rendition) => rendition.kind !== 'video' || rendition.audioAvailable === false);

/** Sets the stated number of items when it is higher than the number that was read. */
export const withStatedItems = (post: ResolvedPost, stated: number): ResolvedPost =>
  stated > post.items.filter(isClipOrPicture).length ? { ...post, statedItems: stated } : post;

/**
 * Returns the weighted number of known defects: clips without sound, and items that the source states but does not
 * contain. 0 for the built-in samples.
 */
const shortfallOf = ({ platform, items, statedItems }: ResolvedPost): number => {
  if (platform === 'sample') return 0;
  const read = items.filter(isClipOrPicture).length;
  return Math.max(0, (statedItems ?? 0) - read) * MISSING_ITEM + items.filter(isSilentClip).length;
};

/** Inspects posts for the engine chain. */
export const POST_APPRAISER: ResultAppraiser<ResolvedPost> = {
  shortfallOf,
  isEmpty: ({ items }) => items.length === 0,
  unlistedHostOf: ({ unlistedHost }) => unlistedHost,
};
