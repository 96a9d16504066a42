import { POST_ITEMS_MAX } from '#shared/limits.ts';
import { type EngineFailure, type EngineOutcome, failed } from '../failures.ts';
import { type ExtractedItem, type ExtractedPost, NOTHING_STATED } from '../reading/extracted-post.ts';
import { listOf, type Pieces, positiveOf, runInTurns, textOf, valueAt } from '../reading/json-value.ts';
import { candidatesOf, cdnFile, photoRenditions, videoRenditions } from './instagram-renditions.ts';

const IMAGE = 1;
const VIDEO = 2;
const CAROUSEL = 8;

/** Why a media object gives no item. `withheld`: it states media that are absent or not usable. `unknown`: its media have no known form. */
type MissingReason = 'withheld' | 'unknown';

/**
 * Converts a media object of a post page (`if_not_gated_logged_out`) to a post or a failure. An object that does not state its media, not
 * even as absent, means that Instagram has changed the page.
 */
export function polarisPost(media: unknown, code: string): Promise<EngineOutcome> {
  return runInTurns(readPost(media, code));
}

function* readPost(media: unknown, code: string): Pieces<EngineOutcome> {
  const isSet = typeOf(media) === CAROUSEL;
  const children = isSet ? listOf(valueAt(media, 'carousel_media')) : [media];
  const items: ExtractedItem[] = [];
  const missing: MissingReason[] = isSet && children.length === 0 ? [missingOf(media, 'carousel_media')] : [];
  for (const child of children.slice(0, POST_ITEMS_MAX)) {
    const item = toItem(child);
    if (typeof item === 'string') missing.push(item);
    else items.push(item);
    yield;
  }
  if (items.length === 0) return failureOfEmpty(media, missing);
  const post: ExtractedPost = {
    id: code,
    username: textOf(valueAt(media, 'user', 'username')),
    caption: textOf(valueAt(media, 'caption', 'text')) ?? '',
    thumbnail: thumbnailOf(media) ?? items[0]?.thumbnail ?? null,
    duration: items.length === 1 ? (items[0]?.duration ?? null) : null,
    items,
    // The stated number of items shows that a set from which one could not be read is not complete.
    ...NOTHING_STATED,
    authorPicture:
      cdnFile(valueAt(media, 'user', 'hd_profile_pic_url_info', 'url')) ??
      cdnFile(valueAt(media, 'user', 'profile_pic_url')),
    ...describeSet(media, children.length),
  };
  return { ok: true, post };
}

function failureOfEmpty(media: unknown, missing: readonly MissingReason[]): EngineFailure {
  if (valueAt(media, 'user', 'is_private') === true) return failed('private_post');
  const isClip = typeOf(media) === VIDEO;
  if (!missing.includes('unknown')) return isClip ? failed('clip_withheld') : failed('no_media');
  const changed = failed('layout_unknown');
  return isClip ? { ...changed, isClip: true } : changed;
}

/**
 * Classifies a value at `path` that gives no file: null, an empty list, and a list with a URL are `withheld`; anything else is `unknown`.
 */
function missingOf(media: unknown, ...path: readonly string[]): MissingReason {
  const value = valueAt(media, ...path);
  if (value === null) return 'withheld';
  if (!Array.isArray(value)) return 'unknown';
  return value.length === 0 || value.some((entry) => textOf(valueAt(entry, 'url')) !== null)
    ? 'withheld'
    : 'unknown';
}

/**
 * Returns the fields of a post that describe a set or a picture. `itemsRead` is the number of items in the object; a set may state more,
 * because Instagram sometimes provides only some of them to visitors without an account.
 */
function describeSet(
  media: unknown,
  itemsRead: number,
): Pick<ExtractedPost, 'statedItems' | 'isPicturePost'> {
  if (typeOf(media) !== CAROUSEL) return { isPicturePost: saysPicture(media), statedItems: null };
  return {
    isPicturePost: true,
    statedItems: Math.max(statedCount(media), itemsRead),
  };
}

/** Returns the stated number of items of a set; 0 if the number is missing or not an integer. */
function statedCount(media: unknown): number {
  const count = positiveOf(valueAt(media, 'carousel_media_count')) ?? 0;
  return Number.isSafeInteger(count) ? count : 0;
}

/** Returns whether the data states that the post is a picture. A lone picture without that statement may be the cover of a clip. */
function saysPicture(media: unknown): boolean {
  const type = positiveOf(valueAt(media, 'media_type'));
  return type === IMAGE || (type === null && /image|photo/i.test(textOf(valueAt(media, '__typename')) ?? ''));
}

function toItem(media: unknown): ExtractedItem | MissingReason {
  const width = positiveOf(valueAt(media, 'original_width'));
  const height = positiveOf(valueAt(media, 'original_height'));
  const shared = { thumbnail: thumbnailOf(media), width, height };
  const type = typeOf(media);
  if (type === VIDEO) {
    const { renditions, duration } = videoRenditions(media);
    return renditions.some(({ kind }) => kind === 'video')
      ? { kind: 'video', ...shared, duration, renditions }
      : missingOf(media, 'video_versions');
  }
  if (type !== IMAGE) return 'unknown';
  const addresses = [...candidatesOf(media), valueAt(media, 'display_uri')];
  const renditions = photoRenditions(addresses, { width, height });
  if (renditions.length > 0) return { kind: 'photo', ...shared, duration: null, renditions };
  const pictures = valueAt(media, 'image_versions2');
  return pictures === null ? 'withheld' : missingOf(pictures, 'candidates');
}

/** Returns whether the type or the content of a media object shows that it is a picture. */
export function isPicture(media: unknown): boolean {
  return typeOf(media) === IMAGE;
}

/**
 * Returns the media type of an object, such as IMAGE, VIDEO or CAROUSEL; null if unknown. Without a stated type, the content decides. The
 * product or type name shows that an object is a clip whose file is withheld, so that the cover is not mistaken for a photo.
 */
function typeOf(media: unknown): number | null {
  const type = positiveOf(valueAt(media, 'media_type'));
  if (type !== null) return type;
  const name = `${textOf(valueAt(media, '__typename')) ?? ''} ${textOf(valueAt(media, 'product_type')) ?? ''}`;
  if (listOf(valueAt(media, 'carousel_media')).length > 0 || /carousel/i.test(name)) return CAROUSEL;
  const film = listOf(valueAt(media, 'video_versions')).length > 0 || valueAt(media, 'video_dash_manifest');
  if (film || /video|clips|igtv/i.test(name)) return VIDEO;
  // A picture with music also has a duration and sound.
  const lasts = positiveOf(valueAt(media, 'video_duration')) !== null || valueAt(media, 'has_audio') === true;
  if (lasts && !/image|photo/i.test(name)) return VIDEO;
  return candidatesOf(media).length > 0 || textOf(valueAt(media, 'display_uri')) !== null ? IMAGE : null;
}

function thumbnailOf(media: unknown) {
  return cdnFile(valueAt(media, 'display_uri')) ?? cdnFile(valueAt(candidatesOf(media)[0], 'url'));
}
