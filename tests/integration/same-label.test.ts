import { expect, it } from 'vitest';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import { normalisePost } from '../../src/server/posts/normalise-post.ts';
import { proveSizes } from '../../src/server/posts/prove-sizes.ts';
import { linkTo } from '../platforms/link-to.ts';
import { type Canned, createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';

const ID = '7411111111111111112';
const CDN = 'https://v16-webapp-prime.us.tiktok.com/video/tos';

/** Page of a video in two files of one height. */
const pageOf = (names: readonly string[]): string => {
  const item = {
    id: ID,
    desc: 'Otters at dusk',
    author: { uniqueId: 'river.keeper' },
    video: {
      width: 576,
      height: 1024,
      duration: 3,
      playAddr: `${CDN}/${names[0]}.mp4?a=1`,
      codecType: 'h264',
      bitrateInfo: names.map((name, index) => ({
        Bitrate: 900_000 - index,
        CodecType: 'h264',
        PlayAddr: { Width: 576, Height: 1024, DataSize: '0', UrlList: [`${CDN}/${name}.mp4?a=1`] },
      })),
    },
    music: { playUrl: 'https://sf16-ies-music.tiktokcdn.com/obj/tune.mp3', duration: 3 },
  };
  const detail = { statusCode: 0, statusMsg: '', itemInfo: { itemStruct: item } };
  return `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify({
    __DEFAULT_SCOPE__: { 'webapp.video-detail': detail },
  })}</script>`;
};

const file = (mime: string, body: string): Canned => ({
  status: 206,
  headers: { 'content-type': mime, 'content-range': `bytes 0-${body.length - 1}/${body.length}` },
  body,
});

it.each([
  ['a', 'b'],
  ['a', 'a2', 'b'],
])('of several files with one height the one that works is offered: %s, %s', async (...names) => {
  const client = createFakeOutboundClient((path) => {
    if (path.endsWith('tune.mp3')) return file('audio/mpeg', 'ID3 invented');
    if (path.includes('/b.mp4')) return file('video/mp4', '\0\0\0\x18ftypmp42');
    return path.includes('.mp4') ? { status: 403 } : { body: pageOf(names) };
  });
  const link = linkTo('tiktok', ID);
  const outcome = await createNativeEngine({ clients: { direct: client } }).extract(link, neverAborted);
  if (!outcome.ok) throw new Error(`expected a post, got ${outcome.code}`);
  const hosts = { allows: () => true, isOwnerOrigin: false };
  const { items } = await proveSizes(normalisePost(outcome.post, link, 'native'), client, hosts);
  const offered = items[0]?.renditions.map(({ label, source }) => [label, 'url' in source && source.url]);
  expect(offered?.[0]).toEqual(['540p', `${CDN}/b.mp4?a=1`]);
});
