/** Data blocks in the shapes that public pages of TikTok have, with invented posts. */
import { readEmbedPage } from '../../../src/server/platforms/tiktok/embed-page.ts';
import { readVideoPage } from '../../../src/server/platforms/tiktok/video-page.ts';
import { CAPTION, type PageShape } from '../page-shape.ts';

export const ID = '7411111111111111111';
const PICTURES = 'https://p16-common-sign.tiktokcdn-us.com/tos';
const FILMS = 'https://v16-webapp-prime.us.tiktok.com/video/tos';

const variant = (name: string, width: number, bitrate: number) => ({
  Bitrate: bitrate,
  CodecType: 'h264',
  GearName: `normal_${width}_0`,
  PlayAddr: {
    UrlKey: `v0_h264_${name}`,
    DataSize: '5076682',
    Width: width,
    Height: Math.round((width * 16) / 9),
    UrlList: [
      `${FILMS}/${name}/?a=1988&mime_type=video_mp4`,
      `https://www.tiktok.com/aweme/v1/play/?item_id=${ID}`,
    ],
  },
});
const tiktok = (over: object) => ({
  id: ID,
  desc: CAPTION,
  createTime: '1725500000',
  author: { id: '6800000000000000001', uniqueId: 'river.keeper', nickname: 'River Keeper' },
  music: {
    id: '6900000000000000001',
    playUrl: 'https://sf16-ies-music.tiktokcdn-us.com/obj/tune.mp3?a=1&b=2',
    duration: 14,
  },
  ...over,
});
const clip = (over: object = {}) =>
  tiktok({
    video: {
      id: ID,
      width: 576,
      height: 1024,
      duration: 14,
      cover: `${PICTURES}/cover~tplv.image?x-expires=1&x-signature=a`,
      playAddr: `${FILMS}/main/?a=1988&tk=tt_chain_token`,
      downloadAddr: `${FILMS}/watermarked/?a=1988`,
      codecType: 'h264',
      definition: '540p',
      size: '4242',
      ...over,
    },
  });
const slides = ['1', '2', '3'].map((name) => ({
  imageURL: { urlList: [`${PICTURES}/${name}.webp?x=1&y=2`, `${PICTURES}/${name}.jpeg?x=1&y=2`] },
  imageWidth: 900,
  imageHeight: 1200,
}));
const detail = (scope: string, item: object) => ({
  __DEFAULT_SCOPE__: {
    'webapp.app-context': { language: 'en', region: 'US' },
    [scope]: {
      statusCode: 0,
      statusMsg: '',
      itemInfo: { itemStruct: item },
      shareMeta: { title: 't', desc: 'd' },
    },
  },
});
const UNIVERSAL = 'id="__UNIVERSAL_DATA_FOR_REHYDRATION__"';

const DETAIL = {
  read: (html: string) => readVideoPage(html, ID, {}),
  attribute: UNIVERSAL,
  wrappers: ['__DEFAULT_SCOPE__', 'itemStruct', 'itemInfo'],
} as const;
export const tiktokShapes: readonly PageShape[] = [
  {
    name: 'tiktok desktop video',
    yields: 'video',
    ...DETAIL,
    data: detail(
      'webapp.video-detail',
      clip({ bitrateInfo: [variant('high', 720, 1_895_168), variant('low', 576, 815_015)] }),
    ),
    optional: [
      'desc',
      'createTime',
      'author',
      'music',
      'statusMsg',
      'statusCode',
      'shareMeta',
      'playAddr',
      'cover',
      'Bitrate',
      'id',
    ],
  },
  {
    name: 'tiktok reflow video',
    yields: 'video',
    ...DETAIL,
    data: detail('webapp.reflow.video.detail', clip()),
    optional: [
      'desc',
      'author',
      'music',
      'statusCode',
      'width',
      'duration',
      'cover',
      'codecType',
      'size',
      'definition',
    ],
  },
  {
    name: 'tiktok struct video',
    yields: 'video',
    ...DETAIL,
    data: detail(
      'webapp.video-detail',
      clip({ playAddr: '', PlayAddrStruct: variant('struct', 576, 1).PlayAddr }),
    ),
    optional: ['desc', 'author', 'music', 'playAddr', 'UrlKey', 'DataSize', 'codecType'],
  },
  {
    name: 'tiktok photo post',
    yields: 'photo,photo,photo,audio',
    ...DETAIL,
    data: detail(
      'webapp.video-detail',
      tiktok({ video: { duration: 0, playAddr: '' }, imagePost: { images: slides, title: '' } }),
    ),
    optional: ['desc', 'author', 'music', 'video', 'statusCode', 'imageWidth', 'title'],
  },
  {
    name: 'tiktok legacy state',
    yields: 'video',
    read: (html: string) => readVideoPage(html, ID, {}),
    attribute: 'id="SIGI_STATE"',
    data: { AppContext: {}, ItemModule: { [ID]: { ...clip(), author: 'river.keeper' } } },
    optional: ['desc', 'author', 'music', 'cover', 'id'],
    wrappers: ['ItemModule'],
  },
  {
    name: 'tiktok embed',
    yields: 'photo,photo,photo,audio',
    read: (html: string) => readEmbedPage(html, ID),
    attribute: 'id="__FRONTITY_CONNECT_STATE__"',
    data: {
      source: {
        data: {
          [`/embed/v2/${ID}`]: {
            isReady: true,
            videoData: {
              itemInfos: {
                id: ID,
                text: CAPTION,
                covers: [`${PICTURES}/c.jpeg?x=1`],
                video: { urls: [`${FILMS}/watermarked/`] },
              },
              authorInfos: { uniqueId: 'river.keeper' },
              musicInfos: { playUrl: ['https://sf16-ies-music.tiktokcdn-us.com/obj/t.mp3'] },
              imagePostInfo: {
                displayImages: slides.map(({ imageURL, imageWidth, imageHeight }) => ({
                  urlList: imageURL.urlList,
                  width: imageWidth,
                  height: imageHeight,
                })),
              },
            },
          },
        },
      },
    },
    optional: ['text', 'covers', 'authorInfos', 'width', 'isReady', 'id'],
    wrappers: ['videoData', 'source'],
  },
];
