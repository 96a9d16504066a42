import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { MediaSource } from '../../outbound/media-source.ts';
import { type EngineFailure, type EngineOutcome, failed } from '../failures.ts';
import type { ExtractedItem, ExtractedPost } from '../reading/extracted-post.ts';
import { listOf, positiveOf, recordOf, shortListOf, textOf, valueAt } from '../reading/json-value.ts';
import { captionFiles } from './captions.ts';
import {
  ADDRESS_LISTS,
  type FileHeaders,
  fileUrls,
  fileWithoutHeaders,
  photoItems,
  pictureFile,
  soundItem,
  soundRendition,
} from './tiktok-file.ts';
import { videoRenditions } from './video-renditions.ts';

/** Fields of an item that TikTok sets for posts that not everybody may see. */
const PRIVATE_FLAGS = ['privateItem', 'secret', 'forFriend'];
/** Fields of `video` with the addresses of the film; FILM_NAME matches names that a new field might have. */
const FILM_FIELDS = ['playAddr', 'bitrateInfo', 'PlayAddrStruct'];
const FILM_NAME =
  /^(?!.*(?:cover|caption|subtitle|downloadAddr)).*(?:play|stream|bit_?rate|addr|url|src|media)/i;
const PICTURES_NAME = /image|photo|picture|slide/i;

/**
 * Returns the failure of a post whose `itemStruct` has no readable media: a stated restriction or watermark, or `no_media` if known fields
 * show why there are none. Otherwise the layout has changed, and the failure is `page_unreadable`, so that the owner learns of the change.
 */
function failureWithoutMedia(item: unknown): EngineFailure {
  // Age-restricted posts have texts but no `video`; those with `video` are public.
  if (valueAt(item, 'isContentClassified') === true) return failed('age_restricted');
  if (PRIVATE_FLAGS.some((flag) => valueAt(item, flag) === true)) return failed('marked_private');
  const video = valueAt(item, 'video');
  const images = valueAt(item, 'imagePost', 'images');
  // Without a playable file: H.266, TikTok's play service, or pictures of which some are missing.
  if (hasFilm(video) || listOf(images).some((image) => fileUrls(valueAt(image, 'imageURL')).length > 0))
    return failed('no_media');
  const isChanged =
    FILM_FIELDS.some((name) => !isBlank(valueAt(video, name))) ||
    !isBlank(images ?? valueAt(item, 'imagePost')) ||
    hasUnknown(video, FILM_NAME, FILM_FIELDS) ||
    hasUnknown(item, PICTURES_NAME, ['imagePost']);
  if (isChanged) return failed('page_unreadable');
  if (fileUrls(valueAt(video, 'downloadAddr')).length > 0) return failed('watermarked_only');
  // The form of picture posts, which some pages send without the pictures.
  const duration = valueAt(video, 'duration');
  return duration === 0 || duration === '0' ? failed('no_media') : failed('page_unreadable');
}

const hasFilm = (video: unknown): boolean =>
  [
    valueAt(video, 'playAddr'),
    valueAt(video, 'PlayAddrStruct'),
    ...shortListOf(valueAt(video, 'bitrateInfo')).map((info) => valueAt(info, 'PlayAddr')),
  ].some((field) => fileUrls(field).length > 0);

/** Returns whether a value is empty: undefined, null, '', an empty list or object, or an object whose lists of addresses are all empty. */
function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value !== 'object') return false;
  const lists = ADDRESS_LISTS.map((name) => valueAt(value, name)).filter((list) => list !== undefined);
  return Object.keys(value).length === 0 || (lists.length > 0 && lists.every(isBlank));
}

/** Returns whether a record has a field with a text or an object whose name matches `namePattern` and is not one of `knownNames`. */
const hasUnknown = (record: unknown, namePattern: RegExp, knownNames: readonly string[]): boolean =>
  Object.entries(recordOf(record) ?? {}).some(
    ([key, value]) =>
      namePattern.test(key) &&
      !knownNames.includes(key) &&
      /^(?:string|object)$/.test(typeof value) &&
      !isBlank(value),
  );

/** Converts an `itemStruct` to a post or a failure. `headers` are the request headers that the delivery network requires for videos. */
export function itemPost(item: unknown, id: string, headers: FileHeaders): EngineOutcome {
  const cover = coverOf(item);
  const items = itemsOf(item, headers, cover);
  if (items.length === 0) return failureWithoutMedia(item);
  const images = listOf(valueAt(item, 'imagePost', 'images'));
  const captions = items[0]?.kind === 'video' ? captionFiles(valueAt(item, 'video'), headers) : [];
  const post: ExtractedPost = {
    id,
    // In very old data `author` is the handle itself.
    username: textOf(valueAt(item, 'author', 'uniqueId')) ?? textOf(valueAt(item, 'author')),
    caption: textOf(valueAt(item, 'desc')) ?? textOf(valueAt(item, 'imagePost', 'title')) ?? '',
    thumbnail: cover,
    authorPicture:
      fileWithoutHeaders(valueAt(item, 'author', 'avatarLarger')) ??
      fileWithoutHeaders(valueAt(item, 'author', 'avatarThumb')),
    duration: items.length === 1 ? (items[0]?.duration ?? null) : null,
    items,
    goodUntil: null,
    statedItems: images.length === 0 ? null : images.length,
    isPicturePost: images.length > 0,
    captions,
  };
  return { ok: true, post };
}

function itemsOf(item: unknown, headers: FileHeaders, cover: MediaSource | null): readonly ExtractedItem[] {
  const sound = soundRendition(valueAt(item, 'music', 'playUrl'));
  const images = listOf(valueAt(item, 'imagePost', 'images')).slice(0, POST_ITEMS_MAX);
  const photos = photoItems(
    images.map((image) => ({
      file: valueAt(image, 'imageURL'),
      width: positiveOf(valueAt(image, 'imageWidth')),
      height: positiveOf(valueAt(image, 'imageHeight')),
    })),
  );
  if (photos.length > 0) {
    // An incomplete slideshow must not look complete.
    if (photos.length < images.length) return [];
    return [...photos, ...soundItem(sound, cover, positiveOf(valueAt(item, 'music', 'duration')))];
  }
  const video = valueAt(item, 'video');
  const renditions = videoRenditions(video, headers);
  if (renditions.length === 0) return [];
  return [
    {
      kind: 'video',
      thumbnail: cover,
      width: positiveOf(valueAt(video, 'width')),
      height: positiveOf(valueAt(video, 'height')),
      duration: positiveOf(valueAt(video, 'duration')),
      renditions: [...renditions, ...sound],
    },
  ];
}

function coverOf(item: unknown): MediaSource | null {
  return (
    fileWithoutHeaders(valueAt(item, 'video', 'cover')) ??
    fileWithoutHeaders(valueAt(item, 'video', 'originCover')) ??
    pictureFile(valueAt(item, 'imagePost', 'cover', 'imageURL')) ??
    pictureFile(valueAt(item, 'imagePost', 'images', 0, 'imageURL')) ??
    fileWithoutHeaders(valueAt(item, 'video', 'dynamicCover'))
  );
}
