import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { EngineOutcome } from '../../engine.ts';
import { listOf, positiveOf, readJson, textOf, valueAt } from '../../json-value.ts';
import { failed, perhaps } from '../../verdict.ts';
import { scanHtml } from '../scan-html.ts';
import { photoItems, soundItem } from './photo-items.ts';
import { soundRendition } from './sound-rendition.ts';
import { openFile } from './tiktok-file.ts';

const EMBED_DATA = '__FRONTITY_CONNECT_STATE__';

/** Gives the slideshow an embed page holds. A video's addresses there carry the watermark, so a video is no media here. */
export function readEmbedPage(html: string, id: string): EngineOutcome {
  let state: unknown;
  scanHtml(html, {
    script(attributes, text) {
      if (attributes['id'] === EMBED_DATA) state = readJson(text);
    },
  });
  const data = valueAt(state, 'source', 'data', `/embed/v2/${id}`, 'videoData');
  if (data === undefined) return state === undefined ? perhaps('rate_limited') : failed('page_unreadable');
  const images = listOf(valueAt(data, 'imagePostInfo', 'displayImages')).slice(0, POST_ITEMS_MAX);
  const photos = photoItems(
    images.map((image) => ({
      addresses: valueAt(image, 'urlList'),
      width: positiveOf(valueAt(image, 'width')),
      height: positiveOf(valueAt(image, 'height')),
    })),
  );
  // A slideshow short of one picture would pass for the whole.
  if (photos.length === 0 || photos.length < images.length) return perhaps('no_media');
  const thumbnail = openFile(valueAt(data, 'itemInfos', 'covers', 0)) ?? photos[0]?.thumbnail ?? null;
  const sound = soundRendition(valueAt(data, 'musicInfos', 'playUrl', 0));
  return {
    ok: true,
    post: {
      id,
      username: textOf(valueAt(data, 'authorInfos', 'uniqueId')),
      caption: textOf(valueAt(data, 'itemInfos', 'text')) ?? '',
      thumbnail,
      duration: null,
      items: [...photos, ...soundItem(sound, thumbnail, null)],
    },
  };
}
