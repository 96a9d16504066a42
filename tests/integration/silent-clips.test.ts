import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Post, postSchema } from '../../src/shared/contract/preview.ts';
import { createUnlimitedEngineRegistry } from '../lenient-engine-limits.ts';
import { mp4Film } from '../mp4-film.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const ID = '7411111111111111111';
const CODE = 'Cq7_Tern-01';
const TIKTOK_CDN = 'https://v16-webapp-prime.us.tiktok.com/video';
const INSTAGRAM_CDN = 'https://scontent.cdninstagram.com/v';

const FILES: Readonly<Record<string, Buffer>> = {
  '/video/sound': mp4Film({ tracks: ['vide', 'soun'] }),
  '/video/silent': mp4Film({ tracks: ['vide'] }),
  '/v/silent.mp4': mp4Film({ tracks: ['vide'], moov: 'last', mediaBytes: 90_000 }),
  '/v/sound.mp4': mp4Film({ tracks: ['vide', 'soun'], moov: 'last', mediaBytes: 90_000 }),
  '/v/unlisted.mp4': mp4Film({ tracks: [], moov: 'none' }),
  '/v/a.jpg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(600)]),
  '/v/b.jpg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(700)]),
};

const gear = (name: string, width: number, format?: string) => ({
  Bitrate: width * 1_000,
  CodecType: 'h264',
  ...(format === undefined ? {} : { Format: format }),
  PlayAddr: { Width: width, Height: (width * 16) / 9, UrlList: [`${TIKTOK_CDN}/${name}`] },
});
const tiktokPage = (bitrateInfo: readonly object[]): string => {
  const video = { width: 576, height: 1024, duration: 14, bitrateInfo };
  const item = { id: ID, desc: '', author: { uniqueId: 'river.keeper' }, video };
  const detail = { statusCode: 0, itemInfo: { itemStruct: item } };
  const state = JSON.stringify({ __DEFAULT_SCOPE__: { 'webapp.video-detail': detail } });
  return `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${state}</script>`;
};

const clip = (file: string, over: object = {}) => ({
  code: CODE,
  media_type: 2,
  user: { username: 'heron.marsh' },
  video_versions: [{ type: 101, url: `${INSTAGRAM_CDN}/${file}` }],
  ...over,
});
const instagramPage = (media: object): string =>
  `<script type="application/json" data-sjs>${JSON.stringify({
    xig_polaris_media: { code: CODE, if_not_gated_logged_out: media },
  })}</script>`;

let page = '';
const platform = http.createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://host').pathname;
  const file = FILES[path];
  if (file === undefined) {
    const isEmbed = path.includes('/embed');
    response.writeHead(isEmbed ? 500 : 200, { 'content-type': 'text/html' }).end(isEmbed ? '' : page);
    return;
  }
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const end = Math.min(to === '' ? file.length : Number(to) + 1, file.length);
  response.writeHead(206, {
    'content-type': path.endsWith('.jpg') ? 'image/jpeg' : 'video/mp4',
    'content-length': end - Number(from),
    'content-range': `bytes ${from}-${end - 1}/${file.length}`,
  });
  response.end(file.subarray(Number(from), end));
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
});
afterAll(() => platform.close());

let test: TestApp | null = null;
afterEach(() => test?.app.close());

const preview = async (url: string, html: string): Promise<Post> => {
  page = html;
  const hosts = ['www.tiktok.com', '*.us.tiktok.com', 'www.instagram.com', '*.cdninstagram.com'];
  test = await createTestApp(
    { ENGINES: 'native', UPSTREAM_ROUTES: hosts.map((host) => `${host}=${origin}`).join() },
    undefined,
    { engineHealth: createUnlimitedEngineRegistry() },
  );
  const answer = await test.app.inject({ method: 'POST', url: '/api/preview', payload: { url } });
  expect(answer.statusCode, answer.body).toBe(200);
  return postSchema.parse(answer.json());
};
const TIKTOK_LINK = `https://www.tiktok.com/@river.keeper/video/${ID}`;
const REEL_LINK = `https://www.instagram.com/reel/${CODE}/`;

/** Returns the clips of a preview: their names, and whether they have sound. */
const soundOf = ({ qualities }: Post) =>
  qualities.filter((one) => one.videoAvailable).map((one) => [one.quality, one.audioAvailable]);

describe('a silent clip is never offered as having sound', () => {
  it.each<[string, readonly object[], unknown]>([
    [
      'a dash gear beside gears with sound, which come first',
      [gear('silent', 1080, 'dash'), gear('sound', 576, 'mp4')],
      [
        ['540p', true],
        ['1080p', false],
      ],
    ],
    [
      'a silent gear the page says nothing of',
      [gear('silent', 1080), gear('sound', 576)],
      [
        ['540p', true],
        ['1080p', false],
      ],
    ],
    ['a dash gear alone', [gear('silent', 720, 'dash')], [['720p', false]]],
    ['a gear of the dash format that has sound all the same', [gear('sound', 720, 'dash')], [['720p', true]]],
  ])('on TikTok: %s', async (_name, gears, expected) => {
    expect(soundOf(await preview(TIKTOK_LINK, tiktokPage(gears)))).toEqual(expected);
  });

  it.each<[string, object, boolean | null]>([
    [
      'a file without a sound track, though the page says has_audio',
      clip('silent.mp4', { has_audio: true }),
      false,
    ],
    ['a file without a sound track', clip('silent.mp4'), false],
    ['has_audio false of an unreadable file', clip('unlisted.mp4', { has_audio: false }), false],
    ['has_audio true of an unreadable file', clip('unlisted.mp4', { has_audio: true }), null],
    ['has_audio false of a file with sound', clip('sound.mp4', { has_audio: false }), true],
    ['a file with sound', clip('sound.mp4'), true],
  ])('on Instagram: %s', async (_name, media, audioAvailable) => {
    const post = await preview(REEL_LINK, instagramPage(media));
    expect(soundOf(post).map(([, sound]) => sound)).toEqual([audioAvailable]);
  });
});

describe('a set with fewer items than its page states', () => {
  const slide = (name: string) => ({
    media_type: 1,
    original_width: 100,
    original_height: 100,
    image_versions2: { candidates: [{ url: `${INSTAGRAM_CDN}/${name}.jpg` }] },
  });
  const set = (count: number | undefined) => ({
    code: CODE,
    media_type: 8,
    user: { username: 'heron.marsh' },
    ...(count === undefined ? {} : { carousel_media_count: count }),
    carousel_media: [slide('a'), slide('b')],
  });

  it.each<[number | undefined, number | undefined]>([
    [6, 6],
    [2, undefined],
    [undefined, undefined],
    [1, undefined],
  ])('reports that it is incomplete for %s slides', async (count, statedItems) => {
    // A reel's URL may lead to a set: the page's content decides.
    const post = await preview(REEL_LINK, instagramPage(set(count)));
    expect([post.items.length, post.statedItems]).toEqual([2, statedItems]);
  });
});
