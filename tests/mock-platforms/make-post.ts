import { type MediaBody, sampleBody } from './media-body.ts';
import type { MockItem, MockPlatform, MockPost, MockRendition } from './post.ts';

const CAPTION = 'Evening light over the old harbour 🌅 & "three" <b>boats</b>\n\n#mock @nobody.here';
const PEOPLE = {
  instagram: { username: 'mock.pictures', fullName: 'Mock Pictures' },
  tiktok: { username: 'mock.user', fullName: 'Mock User' },
} as const satisfies Record<MockPlatform, Pick<MockPost, 'username' | 'fullName'>>;

const FILMS = {
  '1080p': { file: 'clip-1080p.mp4', width: 1080, height: 1920 },
  '720p': { file: 'clip-720p.mp4', width: 720, height: 1280 },
  '480p': { file: 'clip-480p.mp4', width: 480, height: 854 },
} as const;
type FilmQuality = keyof typeof FILMS;
const FILM_SECONDS = 8;

export const DELIVERY_HOSTS = {
  instagram: {
    video: 'scontent.cdninstagram.com',
    photo: 'instagram.fstd1-1.fna.fbcdn.net',
    audio: 'instagram.fstd1-2.fna.fbcdn.net',
    provided: 'scontent-std1-1.cdninstagram.com',
  },
  tiktok: {
    video: 'v16-webapp-prime.tiktok.com',
    photo: 'p16-common-sign.tiktokcdn-us.com',
    audio: 'sf16-ies-music-va.tiktokcdn.com',
    provided: 'v16m.tiktokcdn.com',
  },
} as const satisfies Record<MockPlatform, Record<MockRendition['kind'] | 'provided', string>>;

type PathOf = (id: string, name: string) => string;
const PATHS: Readonly<Record<MockPlatform, Readonly<Record<MockRendition['kind'], PathOf>>>> = {
  instagram: {
    video: (id, name) => `/o1/v/t2/f2/m86/${id}_${name}.mp4`,
    audio: (id, name) => `/o1/v/t2/f2/m69/${id}_${name}.m4a`,
    photo: (id, name) => `/v/t51.82787-15/${id}_${name}_n.jpg`,
  },
  tiktok: {
    video: (id, name) => `/video/tos/useast2a/tos-useast2a-ve-stand/${id}-${name}/`,
    audio: (id, name) => `/obj/tos-useast2a-ve-music/${id}-${name}.mp3`,
    photo: (id, name) => `/tos-useast2a-i-stand/${id}-${name}~tplv-photomode-image.jpeg`,
  },
};

export interface Maker {
  readonly platform: MockPlatform;
  readonly id: string;
}
type Measures = Pick<MockRendition, 'width' | 'height'>;

export const rendition = (
  { platform, id }: Maker,
  kind: MockRendition['kind'],
  name: string,
  body: MediaBody,
  more: Partial<MockRendition> & { quality: string },
): MockRendition => ({
  kind,
  extension: kind === 'video' ? 'mp4' : kind === 'photo' ? 'jpg' : 'mp3',
  host: DELIVERY_HOSTS[platform][kind],
  path: PATHS[platform][kind](id, name),
  width: null,
  height: null,
  codec: kind === 'video' ? 'h264' : null,
  bitrate: null,
  videoAvailable: kind === 'video',
  audioAvailable: kind !== 'photo',
  body,
  smaller: null,
  ...more,
});

export const film = (maker: Maker, quality: FilmQuality, item = 1): MockRendition => {
  const { file, width, height } = FILMS[quality];
  const body = sampleBody(file, 'video/mp4');
  const bitrate = Math.round((body.size * 8) / FILM_SECONDS);
  return rendition(maker, 'video', `${item}-${quality}`, body, { quality, width, height, bitrate });
};

const picture = (maker: Maker, number: number, item: number): MockRendition => {
  const measures: Measures = number === 1 ? { width: 720, height: 1280 } : { width: 800, height: 1000 };
  const body = sampleBody(`set-${number}.jpg`, 'image/jpeg');
  return rendition(maker, 'photo', `photo-${item}`, body, {
    quality: 'image',
    ...measures,
    smaller: sampleBody(`set-${number}-small.jpg`, 'image/jpeg'),
  });
};

const cover = (maker: Maker, item = 1): MockRendition =>
  rendition(maker, 'photo', `cover-${item}`, sampleBody('clip-poster.jpg', 'image/jpeg'), {
    quality: 'image',
    width: 720,
    height: 1280,
    smaller: sampleBody('set-1-small.jpg', 'image/jpeg'),
  });

export const sound = (maker: Maker): MockRendition =>
  rendition(maker, 'audio', 'sound', sampleBody('clip.mp3', 'audio/mpeg'), {
    quality: '128kbps',
    bitrate: 128_000,
  });

/**
 * Builds what the provider offers: the same films on the provider's own host, and a sound file even where the page has
 * none.
 */
const provided = (maker: Maker, item = 1): readonly MockRendition[] => {
  const names = [
    ['1080p', 'full hd'],
    ['720p', 'hd'],
    ['480p', 'medium'],
  ] as const;
  const { provided: host } = DELIVERY_HOSTS[maker.platform];
  return [
    ...names.map(([quality, word]) => {
      const source = film(maker, quality, item);
      return { ...source, host, quality: word, path: source.path.replace(/(\.mp4|\/)$/, '-p$1') };
    }),
    { ...sound(maker), path: PATHS[maker.platform].audio(maker.id, `${item}-p`) },
  ];
};

export const filmItem = (
  maker: Maker,
  renditions: readonly MockRendition[],
  item = 1,
  offered: readonly MockRendition[] = provided(maker, item),
): MockItem => ({
  kind: 'video',
  width: renditions[0]?.width ?? null,
  height: renditions[0]?.height ?? null,
  duration: FILM_SECONDS,
  cover: cover(maker, item),
  renditions,
  provided: offered,
});

export const pictureItem = (maker: Maker, number: number, item: number): MockItem => {
  const photo = picture(maker, number, item);
  return {
    kind: 'photo',
    width: photo.width,
    height: photo.height,
    duration: null,
    cover: photo,
    renditions: [photo],
    provided: [photo],
  };
};

export const soundItem = (maker: Maker): MockItem => ({
  kind: 'audio',
  width: null,
  height: null,
  duration: null,
  cover: null,
  renditions: [sound(maker)],
  provided: [sound(maker)],
});

type Given = Pick<MockPost, 'name' | 'kind' | 'items'> & Partial<MockPost>;

export const instagramPost = (id: string, given: Given): MockPost => ({
  platform: 'instagram',
  id,
  links: [
    `https://www.instagram.com/${given.kind === 'reel' ? 'reel' : 'p'}/${id}/`,
    `https://www.instagram.com/p/${id}/`,
    `https://www.instagram.com/${PEOPLE.instagram.username}/p/${id}/`,
  ],
  ...PEOPLE.instagram,
  caption: CAPTION,
  duration: given.kind === 'reel' ? FILM_SECONDS : null,
  ...given,
});

export const tiktokPost = (id: string, given: Given): MockPost => ({
  platform: 'tiktok',
  id,
  links: [
    `https://www.tiktok.com/@${PEOPLE.tiktok.username}/${given.kind === 'pictures' ? 'photo' : 'video'}/${id}`,
    `https://www.tiktok.com/@_/video/${id}`,
    `https://m.tiktok.com/v/${id}.html`,
  ],
  ...PEOPLE.tiktok,
  caption: CAPTION,
  duration: given.kind === 'video' ? FILM_SECONDS : null,
  ...given,
});

/** Creates an ordinary reel with one progressive film. The fault table uses it, too. */
export const makeReel = (name: string, id: string, quality: FilmQuality = '720p'): MockPost => {
  const maker: Maker = { platform: 'instagram', id };
  return instagramPost(id, { name, kind: 'reel', items: [filmItem(maker, [film(maker, quality)])] });
};

/** Creates an ordinary TikTok video with one film and its sound. */
export const makeVideo = (name: string, id: string, quality: FilmQuality = '720p'): MockPost => {
  const maker: Maker = { platform: 'tiktok', id };
  const renditions = [film(maker, quality), sound(maker)];
  return tiktokPost(id, { name, kind: 'video', items: [filmItem(maker, renditions)] });
};

/** Creates an ordinary set of five pictures. */
export const makeSet = (name: string, id: string): MockPost => {
  const maker: Maker = { platform: 'instagram', id };
  const items = [1, 2, 3, 4, 5].map((number) => pictureItem(maker, number, number));
  return instagramPost(id, { name, kind: 'set', items });
};
