import { POST_ITEMS_MAX } from '#shared/limits.ts';
import { type EngineFailure, type EngineOutcome, failed } from '../failures.ts';
import { type ExtractedItem, type ExtractedPost, NOTHING_STATED } from '../reading/extracted-post.ts';
import { inTurns, listOf, type Pieces, positiveOf, textOf, valueAt } from '../reading/json-value.ts';
import { candidatesOf, cdnFile, photoRenditions, videoRenditions } from './instagram-renditions.ts';

const IMAGE = 1;
const VIDEO = 2;
const CAROUSEL = 8;

/** Reason why a media object gives no item: its media are stated to be absent or not usable, or have no known form. */
type Missing = 'withheld' | 'unknown';

/**
 * Converts a media object of a post page (`if_not_gated_logged_out`) to a post or a failure. Only a post whose media are stated to be
 * absent has none; media that are not found mean that the page has changed.
 */
export function polarisPost(media: unknown, code: string): Promise<EngineOutcome> {
  return inTurns(readPost(media, code));
}

function* readPost(media: unknown, code: string): Pieces<EngineOutcome> {
  const isSet = typeOf(media) === CAROUSEL;
  const children = isSet ? listOf(valueAt(media, 'carousel_media')) : [media];
  const items: ExtractedItem[] = [];
  const missing: Missing[] = isSet && children.length === 0 ? [missingOf(media, 'carousel_media')] : [];
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
    ...describeSet(media, children.length),
  };
  return { ok: true, post };
}

function failureOfEmpty(media: unknown, missing: readonly Missing[]): EngineFailure {
  if (valueAt(media, 'user', 'is_private') === true) return failed('private_post');
  const isClip = typeOf(media) === VIDEO;
  if (!missing.includes('unknown')) return isClip ? failed('clip_withheld') : failed('no_media');
  const changed = failed('layout_unknown');
  return isClip ? { ...changed, isClip: true } : changed;
}

/** Classifies the media under a key that give no file: null and empty lists are statements, as are entries with an address. */
function missingOf(media: unknown, ...path: readonly string[]): Missing {
  const value = valueAt(media, ...path);
  if (value === null) return 'withheld';
  if (!Array.isArray(value)) return 'unknown';
  return value.length === 0 || value.some((entry) => textOf(valueAt(entry, 'url')) !== null)
    ? 'withheld'
    : 'unknown';
}

/** Returns the stated number of items of a set. Instagram sometimes provides only some of them to visitors without an account. */
function describeSet(media: unknown, read: number): Pick<ExtractedPost, 'statedItems' | 'isPicturePost'> {
  if (typeOf(media) !== CAROUSEL) return { isPicturePost: saysPicture(media), statedItems: null };
  return {
    isPicturePost: true,
    statedItems: Math.max(statedCount(media), read),
  };
}

/** Returns the stated number of items of a set; 0 if it is missing or not an integer, which the response to the visitor cannot contain. */
function statedCount(media: unknown): number {
  const count = positiveOf(valueAt(media, 'carousel_media_count')) ?? 0;
  return Number.isSafeInteger(count) ? count : 0;
}

/** Returns whether the data states that the post is a picture. A lone picture without that statement may be the cover of a clip. */
function saysPicture(media: unknown): boolean {
  const type = positiveOf(valueAt(media, 'media_type'));
  return type === IMAGE || (type === null && /image|photo/i.test(textOf(valueAt(media, '__typename')) ?? ''));
}

function toItem(media: unknown): ExtractedItem | Missing {
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

/** Returns whether a media object is a picture, by its type or content. */
export function isPicture(media: unknown): boolean {
  return typeOf(media) === IMAGE;
}

/**
 * Returns the media type of an object (IMAGE, VIDEO or CAROUSEL; null if unknown). If the type is missing, the content decides; a clip
 * whose file is withheld is recognized by its product or type name, so that its cover is not mistaken for a photo.
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
