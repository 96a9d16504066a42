import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { MediaSource } from '../../outbound/media-source.ts';
import type { EngineOutcome } from '../reading/engine-outcome.ts';
import type { ExtractedItem, ExtractedPost } from '../reading/extracted-post.ts';
import { listOf, positiveOf, textOf, valueAt } from '../reading/json-value.ts';
import { captionFiles } from './captions.ts';
import { failureWithoutMedia } from './missing-media.ts';
import {
  type FileHeaders,
  fileWithoutHeaders,
  photoItems,
  pictureFile,
  soundItem,
  soundRendition,
} from './tiktok-file.ts';
import { videoRenditions } from './video-renditions.ts';

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
