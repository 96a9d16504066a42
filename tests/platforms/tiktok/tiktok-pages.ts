import type { MockCaptions, MockItem, MockPost, MockRendition } from '../../mock-platforms/post.ts';
import { scriptJson } from '../../mock-platforms/reply.ts';
import { tiktokAddress } from './tiktok-delivery.ts';

const PHOTO_HOST_2 = 'p19-common-sign.tiktokcdn-us.com';
const VIDEO_HOST_2 = 'v19-webapp-prime.tiktok.com';

/** The kind of browser: TikTok's data names the same item differently for each. */
export type TiktokBrowser = 'desktop' | 'mobile';

const FILLER = {
  'webapp.app-context': { language: 'en', region: 'US', appId: 1988, user: null },
  'webapp.i18n-translation': Object.fromEntries(
    Array.from({ length: 2_600 }, (_, index) => [
      `mock_key_${index}`,
      `A sentence of the interface that no test reads, number ${index}.`,
    ]),
  ),
};

const page = (scope: unknown, data: unknown): string =>
  '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>TikTok</title>' +
  '<script id="api-domains" type="application/json">{"captcha":"//captcha.example.invalid"}</script></head><body>' +
  `<div id="app"></div><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">` +
  `${scriptJson({ __DEFAULT_SCOPE__: { ...FILLER, [String(scope)]: data } })}</script></body></html>`;

const wrap = (browser: TiktokBrowser, statusCode: number, message: string, itemInfo: unknown): string =>
  browser === 'desktop'
    ? page('webapp.video-detail', { itemInfo, shareMeta: {}, statusCode, statusMsg: message })
    : page('webapp.reflow.video.detail', { itemInfo, statusCode, statusMessage: message });

const playService = (post: MockPost, file: MockRendition): string =>
  `https://www.tiktok.com/aweme/v1/play/?item_id=${post.id}&file_id=${encodeURIComponent(file.path)}&is_play_url=1&tk=tt_chain_token`;

const bitrateInfo = (post: MockPost, films: readonly MockRendition[], reading: number) =>
  films.map((file, index) => {
    const codec = file.codec === 'h265' ? 'bytevc1' : 'h264';
    return {
      Bitrate: file.bitrate,
      CodecType: file.codec === 'h265' ? 'h265_hvc1' : 'h264',
      GearName: `${['normal', 'lower', 'lowest', 'adapt'][index] ?? 'adapt'}_${file.quality.replace('p', '')}_${index}`,
      QualityType: 20 + index,
      PlayAddr: {
        UrlKey: `v0900mock_${codec}_${file.quality}_${file.bitrate}`,
        Uri: `v0900mock${post.id}`,
        DataSize: String(file.body.size),
        Width: file.width,
        Height: file.height,
        UrlList: [
          tiktokAddress(file, reading),
          tiktokAddress({ ...file, host: VIDEO_HOST_2 }, reading),
          playService(post, file),
        ],
      },
    };
  });

const imageUrls = (photo: MockRendition, reading: number): string[] =>
  [photo, { ...photo, host: PHOTO_HOST_2 }].map((file) => tiktokAddress(file, reading));

const imagePost = (photos: readonly MockItem[], reading: number) => {
  const images = photos.flatMap(({ renditions: [photo] }) =>
    photo === undefined
      ? []
      : [
          {
            imageURL: { urlList: imageUrls(photo, reading) },
            imageWidth: photo.width,
            imageHeight: photo.height,
          },
        ],
  );
  return { images, cover: images[0], title: '' };
};

const soundOf = (post: MockPost): MockRendition | undefined =>
  post.items.flatMap(({ renditions }) => renditions).find(({ kind }) => kind === 'audio');

const subtitleInfo = ({ language, origin, format, file }: MockCaptions, reading: number) => ({
  LanguageID: '2',
  LanguageCodeName: language,
  Url: tiktokAddress(file, reading),
  UrlExpire: 1_900_000_000,
  Format: format,
  Version: origin === 'translated' ? '4' : '1:whisper_lid',
  Source: { spoken: 'ASR', translated: 'MT', author: 'LC' }[origin],
  Size: file.body.size,
});

const captionInfo = ({ language, origin, format, file }: MockCaptions, reading: number) => ({
  language,
  languageID: '2',
  languageCode: language.slice(0, 2),
  captionFormat: format,
  url: tiktokAddress(file, reading),
  urlList: [tiktokAddress(file, reading), tiktokAddress({ ...file, host: VIDEO_HOST_2 }, reading)],
  isAutoGen: origin !== 'author',
  isOriginalCaption: origin !== 'translated',
  expire: '1900000000',
  variant: 'default',
});

const captionLists = ({ captions = [] }: MockPost, reading: number) => {
  const listed = (list: MockCaptions['listedIn'][number]) =>
    captions.filter(({ listedIn }) => listedIn.includes(list));
  return {
    subtitleInfos: listed('subtitleInfos').map((file) => subtitleInfo(file, reading)),
    claInfo: {
      hasOriginalAudio: true,
      enableAutoCaption: true,
      captionInfos: listed('claInfo').map((file) => captionInfo(file, reading)),
    },
  };
};

const videoOf = (post: MockPost, item: MockItem | undefined, reading: number) => {
  const films = item?.kind === 'video' ? item.renditions.filter(({ kind }) => kind === 'video') : [];
  const [best] = films;
  if (item === undefined || best === undefined)
    return { id: post.id, height: 0, width: 0, duration: 0, playAddr: '' };
  const cover = item.cover === null ? '' : tiktokAddress(item.cover, reading);
  // A watermarked rendition must never be offered. Its bytes differ from every expected file.
  const watermarked = { ...best, path: best.path.replace(/\/$/, '-watermark/') };
  return {
    id: post.id,
    height: best.height,
    width: best.width,
    duration: item.duration,
    ratio: best.quality,
    cover,
    originCover: cover,
    dynamicCover: cover,
    codecType: 'h264',
    definition: best.quality,
    format: 'mp4',
    bitrate: best.bitrate,
    size: String(best.body.size),
    playAddr: tiktokAddress(best, reading),
    downloadAddr: tiktokAddress(watermarked, reading),
    ...captionLists(post, reading),
    ...(post.lacks === 'bitrateInfo' ? {} : { bitrateInfo: bitrateInfo(post, films, reading) }),
  };
};

const itemStruct = (post: MockPost, browser: TiktokBrowser, reading: number) => {
  const photos = post.items.filter(({ kind }) => kind === 'photo');
  const sound = soundOf(post);
  const shown = photos.length > 0 && !(browser === 'desktop' && post.lacks === 'desktopImages');
  return {
    id: post.id,
    desc: post.caption,
    createTime: (BigInt(post.id) >> 32n).toString(),
    author: { id: '6800000000000000001', uniqueId: post.username, nickname: post.fullName, verified: false },
    isContentClassified: false,
    video: videoOf(post, post.items[0], reading),
    ...(shown ? { imagePost: imagePost(photos, reading) } : {}),
    music: {
      id: '6900000000000000001',
      title: 'original sound',
      authorName: post.fullName,
      original: true,
      playUrl: sound === undefined ? '' : tiktokAddress(sound, reading),
      duration: sound === undefined ? 0 : 8,
    },
    stats: { diggCount: 120, playCount: 4_000 },
  };
};

/** Renders the page of a video or picture post. */
export const tiktokPage = (post: MockPost, browser: TiktokBrowser, reading: number): string =>
  wrap(browser, 0, '', { itemStruct: itemStruct(post, browser, reading) });

/**
 * Renders a page with TikTok's own status code and no item: 10204 deleted, 10216 private, 10231 unavailable in this
 * region.
 */
export const tiktokStatus = (browser: TiktokBrowser, status: number, message: string): string =>
  wrap(browser, status, message, {});

/** Renders a post for signed-in adults: described, but without its film. */
export const tiktokClassified = (post: MockPost, browser: TiktokBrowser, reading: number): string => {
  const { video: _video, music: _music, ...rest } = itemStruct(post, browser, reading);
  return wrap(browser, 0, '', { itemStruct: { ...rest, isContentClassified: true } });
};

/** Renders a post whose item contains no media. */
export const tiktokWithoutMedia = (post: MockPost, browser: TiktokBrowser, reading: number): string =>
  tiktokPage({ ...post, items: [] }, browser, reading);

export const tiktokUnreadable = (): string =>
  `<!DOCTYPE html><html><head><title>TikTok</title></head><body><script id="__FRONTITY_CONNECT_STATE__" type="application/json">{"a_new_layout":true}</script>${'<p>nothing that can be read</p>'.repeat(200)}</body></html>`;

/** Renders what a rate-limited address receives: a page of 1.4 KB with status 200. */
export const tiktokStub = (): string =>
  `<!DOCTYPE html><html><head><title>TikTok</title></head><body><div id="app"></div><!--${'.'.repeat(1_290)}--></body></html>`;

export const tiktokChallenge = (): string =>
  '<html><head><title>TikTok</title></head><body>Please wait...<p id="cs" class="eyJzdGFuZCI6ImluIn0"></p>' +
  '<p id="wci" class="_wafchallengeid"></p><p id="rci" class="waforiginalreid"></p><p id="rs" class="s"></p></body></html>';

/** Renders the embed page, made for other sites to frame. Its film carries the watermark. */
export const tiktokEmbed = (post: MockPost, reading: number): string => {
  const first = post.items[0];
  const sound = soundOf(post);
  const video = videoOf(post, first, reading);
  const photos = post.items.filter(({ kind }) => kind === 'photo');
  const videoData = {
    itemInfos: {
      id: post.id,
      text: post.caption,
      covers: first?.cover ? [tiktokAddress(first.cover, reading)] : [],
      video: {
        urls: 'downloadAddr' in video ? [video.downloadAddr] : [],
        videoMeta: { width: video.width, height: video.height, duration: video.duration },
      },
    },
    authorInfos: { uniqueId: post.username, nickName: post.fullName },
    musicInfos: {
      musicName: 'original sound',
      authorName: post.fullName,
      playUrl: sound === undefined ? [] : [tiktokAddress(sound, reading)],
    },
    ...(photos.length > 0
      ? {
          imagePostInfo: {
            displayImages: photos.flatMap(({ renditions: [photo] }) =>
              photo === undefined
                ? []
                : [{ urlList: imageUrls(photo, reading), width: photo.width, height: photo.height }],
            ),
          },
        }
      : {}),
  };
  const state = { source: { data: { [`/embed/v2/${post.id}`]: { isReady: true, videoData } } } };
  return `<!DOCTYPE html><html><head><title>TikTok</title></head><body><script id="__FRONTITY_CONNECT_STATE__" type="application/json">${scriptJson(state)}</script></body></html>`;
};

export const tiktokOembed = (post: MockPost, reading: number) => {
  const cover = post.items[0]?.cover ?? null;
  return {
    version: '1.0',
    type: 'video',
    title: post.caption,
    author_url: `https://www.tiktok.com/@${post.username}`,
    author_name: post.fullName,
    author_unique_id: post.username,
    thumbnail_url: cover === null ? '' : tiktokAddress(cover, reading),
    thumbnail_width: cover?.width ?? 0,
    thumbnail_height: cover?.height ?? 0,
    provider_url: 'https://www.tiktok.com',
    provider_name: 'TikTok',
    embed_product_id: post.id,
    embed_type: 'video',
  };
};
