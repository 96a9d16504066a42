import { type EngineFailure, failed } from '../reading/engine-outcome.ts';
import { listOf, recordOf, shortListOf, valueAt } from '../reading/json-value.ts';
import { ADDRESS_LISTS, fileUrls } from './tiktok-file.ts';

/** Fields of an item that TikTok sets for posts that not everybody may see. */
const PRIVATE_FLAGS = ['privateItem', 'secret', 'forFriend'];
/** Fields of `video` with the film, and names that a new one might have. */
const FILM_FIELDS = ['playAddr', 'bitrateInfo', 'PlayAddrStruct'];
const FILM_NAME =
  /^(?!.*(?:cover|caption|subtitle|downloadAddr)).*(?:play|stream|bit_?rate|addr|url|src|media)/i;
const PICTURES_NAME = /image|photo|picture|slide/i;

/**
 * Returns the failure of a post whose `itemStruct` has no readable media: a stated restriction or watermark, `no_media` only if known
 * fields show why, and `page_unreadable` otherwise, because the layout has changed and the owner must learn of it.
 */
export function failureWithoutMedia(item: unknown): EngineFailure {
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

/** Returns whether a value holds nothing: null, '', an empty list or object, or an object with an empty list of addresses. */
function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value !== 'object') return false;
  const lists = ADDRESS_LISTS.map((name) => valueAt(value, name)).filter((list) => list !== undefined);
  return Object.keys(value).length === 0 || (lists.length > 0 && lists.every(isBlank));
}

/** Returns whether a record has a field with a text or an object whose name suggests media and is not among the known ones. */
const hasUnknown = (record: unknown, name: RegExp, known: readonly string[]): boolean =>
  Object.entries(recordOf(record) ?? {}).some(
    ([key, value]) =>
      name.test(key) && !known.includes(key) && /^(?:string|object)$/.test(typeof value) && !isBlank(value),
  );
