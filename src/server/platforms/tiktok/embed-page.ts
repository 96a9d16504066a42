import { POST_ITEMS_MAX } from '#shared/limits.ts';
import { type EngineOutcome, failed } from '../failures.ts';
import { walkEmbeddedJson } from '../reading/embedded-json.ts';
import { NOTHING_STATED } from '../reading/extracted-post.ts';
import { type JsonRecord, listOf, positiveOf, recordOf, textOf, valueAt } from '../reading/json-value.ts';
import { failureOfWithheldPage, isChallenge } from './refused-page.ts';
import { fileWithoutHeaders, photoItems, soundItem, soundRendition } from './tiktok-file.ts';
import { hasId } from './video-page.ts';

/**
 * Parses an embed page to a slideshow or a failure. A video fails with `no_media`, because an embed page has only files with a watermark
 * for it.
 */
export async function readEmbedPage(html: string, id: string): Promise<EngineOutcome> {
  const data = await readVideoData(html, id);
  if (data === null)
    return (await isChallenge(html))
      ? failed('challenge')
      : ((await failureOfWithheldPage(html, id)) ?? failed('page_unreadable'));
  const all = listOf(valueAt(data, 'imagePostInfo', 'displayImages'));
  const images = all.slice(0, POST_ITEMS_MAX);
  const photos = photoItems(
    images.map((image) => ({
      file: valueAt(image, 'urlList'),
      width: positiveOf(valueAt(image, 'width')),
      height: positiveOf(valueAt(image, 'height')),
    })),
  );
  // An incomplete slideshow must not look complete.
  if (photos.length === 0 || photos.length < images.length) return failed('no_media');
  const thumbnail = fileWithoutHeaders(valueAt(data, 'itemInfos', 'covers')) ?? photos[0]?.thumbnail ?? null;
  const sound = soundRendition(valueAt(data, 'musicInfos', 'playUrl'));
  return {
    ok: true,
    post: {
      id,
      username: textOf(valueAt(data, 'authorInfos', 'uniqueId')),
      caption: textOf(valueAt(data, 'itemInfos', 'text')) ?? '',
      thumbnail,
      duration: null,
      ...NOTHING_STATED,
      isPicturePost: true,
      statedItems: all.length,
      items: [...photos, ...soundItem(sound, thumbnail, null)],
    },
  };
}

/** Finds the data of the post with this id; null if there is none. Data without an id counts only under the path of this embed page. */
async function readVideoData(html: string, id: string): Promise<JsonRecord | null> {
  let named: JsonRecord | null = null;
  let nameless: JsonRecord | null = null;
  let atOwnPath: unknown;
  await walkEmbeddedJson(html, ['itemInfos', id], ({ key, value, parent, isListed }) => {
    if (key?.startsWith('/embed/') && key.split('/').includes(id)) atOwnPath ??= value;
    const data = recordOf(value);
    if (data === null || isListed || !Object.hasOwn(data, 'itemInfos')) return;
    const info = valueAt(data, 'itemInfos');
    if (hasId(info, id)) named ??= data;
    else if (parent === atOwnPath && (valueAt(info, 'id') ?? null) === null) nameless ??= data;
  });
  return named ?? nameless;
}
