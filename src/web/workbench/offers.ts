import { mediaFacts } from '#messages/media-facts.ts';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { cutCaption } from '#shared/format/caption.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { mediaFilename } from '#shared/format/filename.ts';
import { ESTIMATED_SIZE_BYTES } from '#shared/format/size-estimate.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORMS } from '#shared/platforms/platforms.ts';
import type { Job, JobOf, Part } from './job.ts';

type FileOf<Kind extends Job['kind']> = Extract<JobOf<Quality, string>, { readonly kind: Kind }>;

/**
 * How this device makes a file from files of a post. The cover of the tags is a link of this site. `fallback` is the best clip with sound
 * that needs no joining; null if there is none.
 */
export type Making =
  | FileOf<Exclude<Job['kind'], 'join'>>
  | (FileOf<'join'> & { readonly fallback: Quality | null });

/**
 * File of an item. With `making`, a file that this device makes; its `url` is then that of the first file that is read for it. With
 * `content`, a file that the page wrote, which has no `url`.
 */
export interface OfferedFile extends Quality {
  readonly making?: Making;
  readonly content?: Blob;
}

const isClip = (file: Quality): boolean => file.videoAvailable && file.extension === 'mp4';
const isSilent = (file: Quality): boolean => isClip(file) && file.audioAvailable === false;
const hasSound = (file: Quality): boolean => isClip(file) && file.audioAvailable === true;
/** Returns whether a file is sound that fits into an MP4 unchanged. MP3 does too, but not all players play it there. */
const isM4a = (file: Quality): boolean => !file.videoAvailable && file.extension === 'm4a';
const shortSide = ({ width, height }: Quality): number => Math.min(width ?? 0, height ?? 0);

/** Returns that a file made from `source` comes through this site, where the platform sends other files itself. */
const throughSite = ({ direct }: Quality): Pick<OfferedFile, 'direct'> =>
  direct === undefined ? {} : { direct: false };

/** Returns the file whose sound is that of the clip; null if no file is known to have it. */
function soundOf({ platform }: Post, { qualities }: PostItem): Quality | null {
  const isOfClip = PLATFORMS.find(({ id }) => id === platform)?.soundFileIsOfClip === true;
  const own = isOfClip ? qualities.find(isM4a) : undefined;
  return own ?? qualities.find(hasSound) ?? qualities.find(isM4a) ?? null;
}

/**
 * Returns the silent clips in H.264 that are larger than every clip with sound, each joined with the sound of the item. Empty if no file is
 * known to have that sound.
 */
function joinsOf(post: Post, item: PostItem): readonly OfferedFile[] {
  const sound = soundOf(post, item);
  if (sound === null) return [];
  const fallback = item.qualities.find((file) => file.videoAvailable && file.audioAvailable !== false);
  const largest = fallback === undefined ? 0 : shortSide(fallback);
  return item.qualities
    .filter((file) => isSilent(file) && (file.codec ?? 'h264') === 'h264' && shortSide(file) > largest)
    .map((picture) => ({
      ...picture,
      size: picture.size + (sound.videoAvailable ? 0 : sound.size),
      sizeKnown: false,
      audioAvailable: true,
      ...throughSite(picture),
      making: { kind: 'join', picture, sound, fallback: fallback ?? null },
    }));
}

/**
 * Returns the post with the files that this device can make instead of others: a silent clip becomes one with sound, and a file of sound
 * that `soundsOf` offers with tags is left out.
 */
export const withMadeFiles = (post: Post): Post => {
  const items = post.items.map((item) => {
    if (item.kind !== 'video') return item;
    const joins = joinsOf(post, item);
    const sound = soundOf(post, item);
    const joined = new Set(joins.map(({ url }) => url));
    const others = item.qualities.filter(
      (file) => !joined.has(file.url) && (file !== sound || file.videoAvailable),
    );
    const qualities = [...joins, ...others];
    return qualities.length === 0 ? item : { ...item, qualities };
  });
  return { ...post, items };
};

const MP3_BYTES_PER_SECOND = 192_000 / 8;
/** Usual rate of the platforms' sound. */
const M4A_BYTES_PER_SECOND = 96_000 / 8;

const tagsOf = (post: Post, item: PostItem) => ({
  title: cutCaption(post.caption.split('\n', 1)[0] ?? '') || post.id,
  artist: post.username === 'unknown' ? '' : post.username,
  cover: item.thumbnail ?? post.thumbnail,
});

/** Returns the clip of which this device can take a part: the best one with sound, or else the best. Undefined without a clip. */
export const cuttableClip = ({ qualities }: PostItem): OfferedFile | undefined =>
  qualities.find(hasSound) ?? qualities.find(isClip);

const made = (source: Quality, changes: Pick<OfferedFile, 'label' | 'filename' | 'making'>): OfferedFile => ({
  ...source,
  size: ESTIMATED_SIZE_BYTES,
  sizeKnown: false,
  sizeGuessed: true,
  ...throughSite(source),
  ...changes,
});

const stemOf = (filename: string): string => filename.replace(/\.\w+$/u, '');

/** Returns a part of a clip as a file that this device makes. Its name ends with the part's seconds: `_12-30s.mp4`. */
export function partOf(source: Quality, part: Part): OfferedFile {
  const [from, to] = [Math.floor(part.fromSeconds), Math.ceil(part.toSeconds)];
  return made(source, {
    label: `${formatDuration(from)} – ${formatDuration(to)}`,
    filename: `${stemOf(source.filename)}_${from}-${to}s.mp4`,
    making: { kind: 'clip', source, ...part },
  });
}

/**
 * Returns the pictures of a set at the indexes in `order`, with its music if it has any, as one film that this device makes. Null with fewer
 * than two pictures.
 */
export function filmOf(post: Post, order: readonly number[], secondsEach: number): OfferedFile | null {
  const pictures = order.flatMap((index) => post.items[index]?.qualities.slice(0, 1) ?? []);
  const [first] = pictures;
  if (first === undefined || pictures.length < 2) return null;
  const music = post.items.find(({ kind }) => kind === 'audio')?.qualities[0] ?? null;
  return made(first, {
    label: text(mediaFacts, 'film'),
    filename: `${stemOf(first.filename).replace(/_photo_/u, '_video_')}.mp4`,
    making: { kind: 'film', pictures, secondsEach, music },
  });
}

/**
 * Returns the files of sound that this device can make from an item of the post: as published (M4A) and encoded anew (MP3), named by a
 * template.
 */
export function soundsOf(post: Post, item: PostItem, template: string): readonly OfferedFile[] {
  const source = soundOf(post, item);
  if (source === null || item.kind === 'photo') return [];
  const create = (kind: 'm4a' | 'mp3', label: string, size: number | null): OfferedFile => ({
    label,
    quality: kind,
    mime: kind === 'm4a' ? 'audio/mp4' : 'audio/mpeg',
    size: size ?? ESTIMATED_SIZE_BYTES,
    sizeKnown: false,
    ...(size === null ? { sizeGuessed: true as const } : {}),
    url: source.url,
    ...throughSite(source),
    extension: kind,
    videoAvailable: false,
    audioAvailable: true,
    filename: mediaFilename(template, {
      platform: post.platform,
      id: post.id,
      username: post.username,
      kind: 'audio',
      position: post.items.length > 1 ? post.items.indexOf(item) + 1 : null,
      date: new Date(),
      extension: kind,
    }),
    making: { kind, source, tags: tagsOf(post, item) },
  });
  const hasMp3 = item.qualities.some(({ extension }) => extension === 'mp3');
  const sizeAt = (bytesPerSecond: number) => (item.duration > 0 ? item.duration * bytesPerSecond : null);
  const m4aSize = isM4a(source) && !source.sizeGuessed ? source.size : sizeAt(M4A_BYTES_PER_SECOND);
  const hasM4a = item.kind === 'audio';
  return [
    ...(hasM4a ? [] : [create('m4a', text(mediaFacts, 'soundM4a'), m4aSize)]),
    ...(hasMp3 ? [] : [create('mp3', text(mediaFacts, 'audio'), sizeAt(MP3_BYTES_PER_SECOND))]),
  ];
}
