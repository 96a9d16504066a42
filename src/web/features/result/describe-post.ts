import { mediaFacts } from '#messages/media-facts.ts';
import { postNames } from '#messages/post-names.ts';
import { resultCard } from '#messages/result-card.ts';
import type { MediaKind } from '#shared/contract/content-type.ts';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { formatSize } from '#shared/format/bytes.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { listWithAnd } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { sizesOf } from './describe-qualities.ts';

const UNKNOWN_USER = 'unknown';

/** Returns '@name', or null if the author is unknown. */
export const handleOf = (post: Post): string | null =>
  post.username === '' || post.username === UNKNOWN_USER ? null : `@${post.username}`;

/** Returns the name of the platform; empty for a built-in sample. */
export const platformName = ({ platform }: Post): string =>
  platform === 'sample' ? '' : PLATFORM_NAMES[platform];

const countOf = (post: Post, kind: MediaKind): number =>
  post.items.filter((item) => item.kind === kind).length;

const NO_BREAK_SPACE = '\u00a0';

/** Returns the number of items of each kind: '5 photos', '3 photos and 2 videos'. A line never breaks between a number and its noun. */
function contentsOf(post: Post): string {
  const kinds = (['photo', 'video', 'audio'] as const).filter((kind) => countOf(post, kind) > 0);
  return listWithAnd(
    kinds.map((kind) =>
      text(resultCard, `count.${kind}`, { count: countOf(post, kind) }).replaceAll(' ', NO_BREAK_SPACE),
    ),
  );
}

/**
 * Returns the contents of a set, such as '3 photos and 2 videos', or the duration of a single item, such as '0:42'; null if a single item
 * has no known duration.
 */
export function postDetail(post: Post): string | null {
  if (post.items.length > 1) return contentsOf(post);
  return post.duration > 0 ? formatDuration(post.duration) : null;
}

/** Kind of all items of a list; 'file' if they are of several kinds. */
type KindName = MediaKind | 'file';

/** Returns the kind that all items share, such as 'photo'; 'file' if they are of several kinds or the list is empty. */
export function kindOfAll(kinds: readonly MediaKind[]): KindName {
  const first = kinds[0];
  return first !== undefined && kinds.every((kind) => kind === first) ? first : 'file';
}

/** Returns the name of a post's kind: 'Instagram reel', 'Sample sound', 'Instagram post'. */
export const postName = ({ platform, type, items }: Pick<Post, 'platform' | 'type' | 'items'>): string =>
  items.length > 1
    ? text(postNames, `set.${platform}`)
    : text(postNames, `${platform}.${items[0]?.kind === 'audio' ? 'sound' : type}`);

/**
 * Adds up the sizes of the files. `text` is null if a size is too uncertain to show (see `sizesOf`), and empty without files; it is marked
 * as an estimate unless every size is exact.
 */
export function totalSize(files: readonly Quality[]): { bytes: number; text: string | null } {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const sizeKnown = files.every((file) => file.sizeKnown);
  if (files.length === 0) return { bytes, text: '' };
  return { bytes, text: sizesOf(files).includes(null) ? null : formatSize({ size: bytes, sizeKnown }) };
}

/** Returns the short label of a quality for the button and the progress bar: '1080p', 'photo', 'Audio (MP3)'. */
export function shortLabel(kind: MediaKind, quality: Quality): string {
  if (kind === 'photo') return text(resultCard, 'photo');
  return /^\d+p\b/u.exec(quality.label)?.[0] ?? quality.label;
}

/**
 * Returns the label of the button that saves a file of an item: 'Download 1080p, 3.00 MB', without the size if that would mislead (see
 * `sizesOf`).
 */
export function downloadLabel({ kind, qualities }: PostItem, file: Quality): string {
  const what = shortLabel(kind, file);
  const size = sizesOf(qualities)[qualities.indexOf(file)] ?? null;
  return size === null
    ? text(resultCard, 'downloadMany', { what })
    : text(resultCard, 'download', { what, size });
}

/**
 * Returns the author, the kind and the duration of a post, such as '@quay.walks, Instagram reel, 42 seconds'. Leaves out an unknown author
 * and duration. Screen readers read this text when the result gets the focus.
 */
export function postSummary(post: Post): string {
  const seconds = Math.round(post.duration);
  return [
    handleOf(post) ?? '',
    postName(post),
    seconds > 0 ? text(mediaFacts, 'spoken.seconds', { count: seconds }) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

const DATE = /_(\d{4}-\d{2}-\d{2})\.[a-z0-9]+$/u;

const datedZipName = (parts: readonly string[], post: Post | undefined): string => {
  const date = DATE.exec(post?.qualities[0]?.filename ?? '')?.[1];
  return `${[...parts, ...(date === undefined ? [] : [date])].join('_')}.zip`;
};

/**
 * Returns '{platform}_{type}_{id}_{date}.zip', with the date from the server's file names and the id reduced to safe characters. Leaves out
 * the date if the first file name has none.
 */
export const zipNameOf = (post: Post): string =>
  datedZipName([post.platform, post.type, post.id.replace(/[^\w-]/gu, '')], post);

/** Returns 'posts_{date}.zip', the name of a ZIP with the files of several posts. */
export const zipNameOfPosts = (posts: readonly Post[]): string => datedZipName(['posts'], posts[0]);
