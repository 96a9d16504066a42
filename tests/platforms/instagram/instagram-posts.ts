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
} from '../../mock-platforms/make-post.ts';
import type { MockPost } from '../../mock-platforms/post.ts';
import { silentPicture, soundTrack } from '../../mock-platforms/separate-tracks.ts';
import { INSTAGRAM_FILES } from './instagram-delivery.ts';

const PERSON = { username: 'mock.pictures', fullName: 'Mock Pictures' };
const MEBIBYTE = 1024 * 1024;

const makerOf = (id: string): Maker => ({ id, files: INSTAGRAM_FILES });

const instagramPost = (id: string, given: GivenPost): MockPost => {
  const links = [
    `https://www.instagram.com/${given.kind === 'reel' ? 'reel' : 'p'}/${id}/`,
    `https://www.instagram.com/p/${id}/`,
    `https://www.instagram.com/${PERSON.username}/p/${id}/`,
  ] as const;
  return makePost({ platform: 'instagram', id, links, ...PERSON }, given);
};

/** Creates an ordinary reel with one progressive film. */
export const makeReel = (name: string, id: string, quality: '1080p' | '720p' = '720p'): MockPost => {
  const maker = makerOf(id);
  return instagramPost(id, { name, kind: 'reel', items: [filmItem(maker, [film(maker, quality)])] });
};

/** Creates an ordinary set of five pictures. */
export const makeSet = (name: string, id: string): MockPost => {
  const maker = makerOf(id);
  const items = [1, 2, 3, 4, 5].map((number) => pictureItem(maker, number, number));
  return instagramPost(id, { name, kind: 'set', items });
};

const makeReelWithSeparateTracks = (name: string, id: string): MockPost => {
  const maker = makerOf(id);
  const track = rendition(maker, 'video', 'dash-1080p', silentPicture, {
    quality: '1080p',
    width: 1080,
    height: 1920,
    bitrate: 900_000,
    audioAvailable: false,
  });
  const voice = rendition(maker, 'audio', 'dash', soundTrack, {
    quality: '90kbps',
    extension: 'm4a',
    bitrate: 90_000,
  });
  const items = [filmItem(maker, [film(maker, '720p'), track, voice])];
  return instagramPost(id, { name, kind: 'reel', items });
};

const photo = makerOf('DMocksPhot1');
const mixed = makerOf('DMocksMixd1');
const large = makerOf('DMocksBig01');

/** Instagram's posts without faults. */
export const instagramPosts: readonly MockPost[] = [
  makeReel('instagram reel', 'DMocksReel1'),
  instagramPost(photo.id, { name: 'instagram photo', kind: 'photo', items: [pictureItem(photo, 3, 1)] }),
  makeSet('instagram set', 'DMocksFive1'),
  instagramPost(mixed.id, {
    name: 'instagram mixed set',
    kind: 'mixed',
    items: [pictureItem(mixed, 2, 1), filmItem(mixed, [film(mixed, '720p', 2)], 2), pictureItem(mixed, 5, 3)],
  }),
  makeReelWithSeparateTracks('instagram reel with separate tracks', 'DMocksDash1'),
  instagramPost(large.id, {
    name: 'instagram large reel',
    kind: 'reel',
    items: [generatedItem(large, 'large-720p', { seed: 'large-instagram', bytes: 30 * MEBIBYTE })],
  }),
  { ...makeReel('instagram reel only its embed shows', 'DMocksEmbd1'), lacks: 'page' },
];

const twenty = makerOf('DMocksTwen1');
const clips = makerOf('DMocksClip3');

/** Instagram's large sets. Two of the clips fit into one ZIP and three do not. */
export const instagramLargeSets: readonly MockPost[] = [
  instagramPost(twenty.id, { name: 'instagram set of 20', kind: 'set', items: numberedPictures(twenty, 20) }),
  instagramPost(clips.id, {
    name: 'instagram set of large clips',
    kind: 'mixed',
    items: [1, 2, 3].map((item) =>
      generatedItem(clips, `${item}-720p`, {
        seed: `clip-${item}-of-${clips.id}`,
        bytes: 70 * MEBIBYTE,
        item,
      }),
    ),
  }),
];
