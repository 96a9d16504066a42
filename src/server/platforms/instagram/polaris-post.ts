import { POST_ITEMS_MAX } from '#shared/limits.ts';
import { CLIP_WITHHELD, nonTerminal, terminal } from '../../extraction/engine-failure.ts';
import type { EngineOutcome } from '../../extraction/engine-outcome.ts';
import type { ExtractedItem, ExtractedPost } from '../../extraction/extracted-post.ts';
import { listOf, positiveOf, textOf, valueAt } from '../../extraction/json-value.ts';
import { cdnFile } from './cdn-file.ts';
import { candidatesOf, photoRenditions } from './photo-renditions.ts';
import { videoRenditions } from './video-renditions.ts';

const IMAGE = 1;
const VIDEO = 2;
const CAROUSEL = 8;

/** Converts a media object of a post page (`if_not_gated_logged_out`) to a post or a failure. */
export function polarisPost(media: unknown, code: string): EngineOutcome {
  const children = typeOf(media) === CAROUSEL ? listOf(valueAt(media, 'carousel_media')) : [media];
  const items = children.slice(0, POST_ITEMS_MAX).flatMap(toItem);
  if (items.length === 0) {
    if (valueAt(media, 'user', 'is_private') === true) return terminal('private');
    return typeOf(media) === VIDEO ? CLIP_WITHHELD : nonTerminal('no_media');
  }
  // An incomplete set must not look complete.
  if (items.length < Math.min(children.length, POST_ITEMS_MAX)) return nonTerminal('no_media');
  const post: ExtractedPost = {
    id: code,
    username: textOf(valueAt(media, 'user', 'username')),
    caption: textOf(valueAt(media, 'caption', 'text')) ?? '',
    thumbnail: thumbnailOf(media) ?? items[0]?.thumbnail ?? null,
    duration: items.length === 1 ? (items[0]?.duration ?? null) : null,
    items,
    ...describeSet(media, children.length),
  };
  return { ok: true, post };
}

/** Returns the stated number of items of a set. Instagram sometimes provides only some of them to visitors without an account. */
function describeSet(media: unknown, read: number): Pick<ExtractedPost, 'statedItems' | 'isPicturePost'> {
  if (typeOf(media) !== CAROUSEL) return saysPicture(media) ? { isPicturePost: true } : {};
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

function toItem(media: unknown): ExtractedItem[] {
  const width = positiveOf(valueAt(media, 'original_width'));
  const height = positiveOf(valueAt(media, 'original_height'));
  const shared = { thumbnail: thumbnailOf(media), width, height };
  const type = typeOf(media);
  if (type === VIDEO) {
    const { renditions, duration } = videoRenditions(media);
    return renditions.some(({ kind }) => kind === 'video')
      ? [{ kind: 'video', ...shared, duration, renditions }]
      : [];
  }
  if (type !== IMAGE) return [];
  const addresses = [...candidatesOf(media), valueAt(media, 'display_uri')];
  const renditions = photoRenditions(addresses, { width, height });
  return renditions.length > 0 ? [{ kind: 'photo', ...shared, duration: null, renditions }] : [];
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
