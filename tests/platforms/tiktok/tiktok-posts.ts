import {
  film,
  filmItem,
  type GivenPost,
  generatedItem,
  type Maker,
  makePost,
  numberedPictures,
  pictureItem,
  rendition,
  sound,
  soundItem,
} from '../../mock-platforms/make-post.ts';
import { generatedFilm } from '../../mock-platforms/media-body.ts';
import type { MockPost } from '../../mock-platforms/post.ts';
import { TIKTOK_FILES } from './tiktok-delivery.ts';

const PERSON = { username: 'mock.user', fullName: 'Mock User' };
const LARGE_BYTES = 30 * 1024 * 1024;

const makerOf = (id: string): Maker => ({ id, files: TIKTOK_FILES });

const tiktokPost = (id: string, given: GivenPost): MockPost => {
  const links = [
    `https://www.tiktok.com/@${PERSON.username}/${given.kind === 'pictures' ? 'photo' : 'video'}/${id}`,
    `https://www.tiktok.com/@_/video/${id}`,
    `https://m.tiktok.com/v/${id}.html`,
  ] as const;
  return makePost({ platform: 'tiktok', id, links, ...PERSON }, given);
};

/** Creates an ordinary video with one film and its sound. */
export const makeVideo = (name: string, id: string, quality: '1080p' | '720p' = '720p'): MockPost => {
  const maker = makerOf(id);
  const renditions = [film(maker, quality), sound(maker)];
  return tiktokPost(id, { name, kind: 'video', items: [filmItem(maker, renditions)] });
};

const video = makerOf('7400000000000000001');
const pictures = makerOf('7400000000000000002');
const large = makerOf('7400000000000000004');
const mobile = makerOf('7400000000000000005');
const films = (['1080p', '720p', '480p'] as const).map((quality) => film(video, quality));
const hevc = rendition(video, 'video', '1-h265', generatedFilm('h265', 200_000, 'video/mp4', 'hvc1'), {
  quality: '720p',
  width: 720,
  height: 1280,
  codec: 'h265',
  bitrate: 200_000,
});
const threePictures = (maker: Maker) => [1, 2, 3].map((item) => pictureItem(maker, item + 1, item));

/** TikTok's posts without faults. */
export const tiktokPosts: readonly MockPost[] = [
  tiktokPost(video.id, {
    name: 'tiktok video',
    kind: 'video',
    items: [filmItem(video, [...films, hevc, sound(video)])],
  }),
  tiktokPost(pictures.id, {
    name: 'tiktok pictures',
    kind: 'pictures',
    items: [...threePictures(pictures), soundItem(pictures)],
  }),
  { ...makeVideo('tiktok video without variants', '7400000000000000003'), lacks: 'bitrateInfo' },
  tiktokPost(large.id, {
    name: 'tiktok large video',
    kind: 'video',
    items: [generatedItem(large, 'large-720p', { seed: 'large-tiktok', bytes: LARGE_BYTES })],
  }),
  tiktokPost(mobile.id, {
    name: 'tiktok pictures only phones see',
    kind: 'pictures',
    items: threePictures(mobile),
    lacks: 'desktopImages',
  }),
];

const many = makerOf('7400000000000000045');

/** TikTok's large sets. */
export const tiktokLargeSets: readonly MockPost[] = [
  tiktokPost(many.id, { name: 'tiktok set of 45', kind: 'pictures', items: numberedPictures(many, 45) }),
];
