import {
  film,
  filmItem,
  DELIVERY_HOSTS as HOSTS,
  instagramPost,
  type Maker,
  makeReel,
  makeSet,
  makeVideo,
  pictureItem,
  rendition,
  sound,
  soundItem,
  tiktokPost,
} from './make-post.ts';
import { generatedFilm } from './media-body.ts';
import { MOCK_PLATFORMS, type MockItem, type MockPlatform, type MockPost } from './post.ts';

const LARGE_BYTES = 30 * 1024 * 1024;

const largeItem = (maker: Maker): MockItem => {
  const body = generatedFilm(`large-${maker.platform}`, LARGE_BYTES);
  const more = { quality: '720p', width: 720, height: 1280, bitrate: 31_457_280 };
  const large = rendition(maker, 'video', 'large-720p', body, more);
  const { provided: host } = HOSTS[maker.platform];
  const offered = { ...large, host, quality: 'hd', path: large.path.replace(/(\.mp4|\/)$/, '-p$1') };
  return filmItem(maker, [large], 1, [offered]);
};

const makeInstagramPosts = (): MockPost[] => {
  const photo: Maker = { platform: 'instagram', id: 'DMocksPhot1' };
  const mixed: Maker = { platform: 'instagram', id: 'DMocksMixd1' };
  const dash: Maker = { platform: 'instagram', id: 'DMocksDash1' };
  const track = rendition(
    dash,
    'video',
    'dash-1080p',
    generatedFilm('dash-video', 900_000, 'video/mp4', 'mp42', ['vide']),
    {
      quality: '1080p',
      width: 1080,
      height: 1920,
      bitrate: 900_000,
      audioAvailable: false,
    },
  );
  const voice = rendition(dash, 'audio', 'dash', generatedFilm('dash-audio', 90_000, 'audio/mp4', 'M4A '), {
    quality: '90kbps',
    extension: 'm4a',
    bitrate: 90_000,
  });
  return [
    makeReel('instagram reel', 'DMocksReel1'),
    instagramPost(photo.id, { name: 'instagram photo', kind: 'photo', items: [pictureItem(photo, 3, 1)] }),
    makeSet('instagram set', 'DMocksFive1'),
    instagramPost(mixed.id, {
      name: 'instagram mixed set',
      kind: 'mixed',
      items: [
        pictureItem(mixed, 2, 1),
        filmItem(mixed, [film(mixed, '720p', 2)], 2),
        pictureItem(mixed, 5, 3),
      ],
    }),
    instagramPost(dash.id, {
      name: 'instagram reel with separate tracks',
      kind: 'reel',
      items: [filmItem(dash, [film(dash, '720p'), track, voice])],
    }),
    instagramPost('DMocksBig01', {
      name: 'instagram large reel',
      kind: 'reel',
      items: [largeItem({ platform: 'instagram', id: 'DMocksBig01' })],
    }),
    { ...makeReel('instagram reel only its embed shows', 'DMocksEmbd1'), lacks: 'page' },
  ];
};

const makeTiktokPosts = (): MockPost[] => {
  const video: Maker = { platform: 'tiktok', id: '7400000000000000001' };
  const pictures: Maker = { platform: 'tiktok', id: '7400000000000000002' };
  const mobile: Maker = { platform: 'tiktok', id: '7400000000000000005' };
  const large: Maker = { platform: 'tiktok', id: '7400000000000000004' };
  const hevc = rendition(video, 'video', '1-h265', generatedFilm('h265', 200_000, 'video/mp4', 'hvc1'), {
    quality: '720p',
    width: 720,
    height: 1280,
    codec: 'h265',
    bitrate: 200_000,
  });
  const films = (['1080p', '720p', '480p'] as const).map((quality) => film(video, quality));
  const three = (maker: Maker) => [1, 2, 3].map((item) => pictureItem(maker, item + 1, item));
  return [
    tiktokPost(video.id, {
      name: 'tiktok video',
      kind: 'video',
      items: [filmItem(video, [...films, hevc, sound(video)])],
    }),
    tiktokPost(pictures.id, {
      name: 'tiktok pictures',
      kind: 'pictures',
      items: [...three(pictures), soundItem(pictures)],
    }),
    { ...makeVideo('tiktok video without variants', '7400000000000000003'), lacks: 'bitrateInfo' },
    tiktokPost(large.id, { name: 'tiktok large video', kind: 'video', items: [largeItem(large)] }),
    tiktokPost(mobile.id, {
      name: 'tiktok pictures only phones see',
      kind: 'pictures',
      items: three(mobile),
      lacks: 'desktopImages',
    }),
  ];
};

const MAKERS: Readonly<Record<MockPlatform, () => MockPost[]>> = {
  instagram: makeInstagramPosts,
  tiktok: makeTiktokPosts,
};

/** The posts without faults: what they contain and what a download must produce. */
export const mockPosts: readonly MockPost[] = MOCK_PLATFORMS.flatMap((platform) => MAKERS[platform]());
