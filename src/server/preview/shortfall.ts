import type { ResultAppraiser } from './engine-run.ts';
import type { ResolvedItem, ResolvedPost } from './resolved-post.ts';

/** A missing item weighs more than any number of silent clips. */
const MISSING_ITEM = 1_000;

const isClipOrPicture = ({ kind }: ResolvedItem): boolean => kind !== 'audio';

/** Tells whether every file of a clip is known to be silent. */
const isSilentClip = ({ kind, renditions }: ResolvedItem): boolean =>
  kind === 'video' &&
  renditions.every((rendition) => rendition.kind !== 'video' || rendition.audioAvailable === false);

/** Notes how many items the post is said to hold, where that is more than were read. */
export const withStatedItems = (post: ResolvedPost, stated: number): ResolvedPost =>
  stated > post.items.filter(isClipOrPicture).length ? { ...post, statedItems: stated } : post;

/**
 * Tells how far a post falls short of what another engine may bring: clips without sound or without a picture, and items its source
 * names but does not give. 0 for a post without known defects; the built-in samples have none.
 */
const shortfallOf = ({ platform, items, statedItems }: ResolvedPost): number => {
  if (platform === 'sample') return 0;
  const read = items.filter(isClipOrPicture).length;
  return Math.max(0, (statedItems ?? 0) - read) * MISSING_ITEM + items.filter(isSilentClip).length;
};

/** What the engine chain is told of a post. */
export const POST_APPRAISER: ResultAppraiser<ResolvedPost> = {
  shortfallOf,
  isEmpty: ({ items }) => items.length === 0,
  unlistedHostOf: ({ unlistedHost }) => unlistedHost,
};
