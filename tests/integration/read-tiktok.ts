/** The native engine on canned responses of TikTok. */
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import type { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import type { EngineOutcome } from '../../src/server/platforms/failures.ts';
import type { ExtractedPost } from '../../src/server/platforms/reading/extracted-post.ts';
import { linkTo } from '../platforms/link-to.ts';
import { withoutCause } from '../without-cause.ts';
import { type Canned, createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';

export const ID = '7411111111111111111';
export const CDN = 'https://v16-webapp-prime.us.tiktok.com/video/tos';
export const PICTURES = 'https://p16-sign.tiktokcdn-us.com/tos';

export const wrapped = (scope: string, detail: unknown) =>
  `<html><body><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify({
    __DEFAULT_SCOPE__: { [scope]: detail },
  })}</script></body></html>`;
export const desktop = (item: unknown): Canned => ({
  body: wrapped('webapp.video-detail', { statusCode: 0, statusMsg: '', itemInfo: { itemStruct: item } }),
});
export const mobile = (item: unknown): Canned => ({
  body: wrapped('webapp.reflow.video.detail', {
    statusCode: 0,
    statusMessage: '',
    itemInfo: { itemStruct: item },
  }),
});
export const code = (statusCode: number, statusMsg = ''): Canned => ({
  body: wrapped('webapp.video-detail', { statusCode, statusMsg, itemInfo: {} }),
});

export const variant = (name: string, codec: string, width: number, bitrate: number) => ({
  Bitrate: bitrate,
  CodecType: codec,
  PlayAddr: {
    UrlKey: `v0_${name}`,
    DataSize: String(bitrate / 10),
    Width: width,
    Height: Math.round((width * 16) / 9),
    UrlList: [
      `https://www.tiktok.com/aweme/v1/play/?video_id=${name}`,
      `${CDN}/${name}/?a=1`,
      `https://v19-webapp-prime.us.tiktok.com/video/tos/${name}/?a=1`,
    ],
  },
});
export const video = (over: object = {}, outer: object = {}) => ({
  id: ID,
  desc: 'Otters at noon',
  author: { uniqueId: 'river.keeper' },
  video: {
    width: 576,
    height: 1024,
    duration: 14,
    cover: `${PICTURES}/cover.image`,
    playAddr: `${CDN}/main/?tk=tt_chain_token`,
    downloadAddr: `${CDN}/watermarked/`,
    codecType: 'h264',
    size: '4242',
    ...over,
  },
  music: { playUrl: 'https://sf16-ies-music.tiktokcdn.com/obj/tune.mp3', duration: 14 },
  ...outer,
});
export const slideshow = (over: object = {}) => ({
  id: ID,
  desc: '',
  author: { uniqueId: 'river.keeper' },
  video: { duration: 0, playAddr: '' },
  imagePost: {
    title: 'Two otters',
    images: [
      {
        imageURL: { urlList: [`${PICTURES}/1.webp?x=1`, `${PICTURES}/1.jpeg?x=1`] },
        imageWidth: 900,
        imageHeight: 1200,
      },
      { imageURL: { urlList: [`${PICTURES}/2.image?x=1`] }, imageWidth: 900, imageHeight: 900 },
    ],
  },
  music: { playUrl: 'https://sf16-ies-music.tiktokcdn.com/obj/tune?mime_type=audio_mp4', duration: 30 },
  ...over,
});
export const embedPage = (videoData: unknown): Canned => ({
  body: `<script id="__FRONTITY_CONNECT_STATE__" type="application/json">${JSON.stringify({
    source: { data: { [`/embed/v2/${ID}`]: { videoData } } },
  })}</script>`,
});

type Answer = Canned | OutboundError;
export interface Site {
  readonly desktop?: Answer;
  readonly mobile?: Answer;
  /** The older address of the page; by default it answers like the mobile page. */
  readonly old?: Answer;
  readonly embed?: Answer;
  readonly oembed?: Answer;
}
const DOWN: Canned = { status: 500 };
export const siteClient = (site: Site) =>
  createFakeOutboundClient((path, { headers }) => {
    if (path.startsWith('/oembed')) return site.oembed ?? DOWN;
    if (path.startsWith('/embed')) return site.embed ?? DOWN;
    if (path.startsWith('/v/') && site.old !== undefined) return site.old;
    return (headers?.['user-agent']?.includes('iPhone') ? site.mobile : site.desktop) ?? DOWN;
  });
export const read = async (site: Site, outbound = siteClient(site)) =>
  withoutCause(
    await createNativeEngine({ clients: { direct: outbound } }).extract(linkTo('tiktok', ID), neverAborted),
  );
export const postOf = (outcome: EngineOutcome): ExtractedPost => {
  if (!outcome.ok) throw new Error(`expected a post, got ${outcome.code}`);
  return outcome.post;
};
