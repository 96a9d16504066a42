import { mediaFacts } from '#messages/media-facts.ts';
import type { CaptionFile, Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';

// Invented people and posts. The pictures and clips are the built-in samples, served under this path.

const MB = 1024 * 1024;
const media = (file: string): string => `/api/media/states/${file}`;

/** File that arrives complete but is not a valid picture or clip. */
const BROKEN_PHOTO = media('broken.jpg');
const BROKEN_CLIP = media('broken.mp4');
const POSTER = media('clip-poster.jpg');

export const REEL_LINK = 'https://www.instagram.com/reel/DQuayWalk01/';
export const SET_LINK = 'https://www.instagram.com/p/DQuayWalk02/';
export const TIKTOK_LINK = 'https://www.tiktok.com/@tomas.paints/video/7412345678901234567';

export const megabytes = (count: number): number => Math.round(count * MB);

const CLIP = {
  '1080p': {
    label: '1080p Full HD',
    size: megabytes(18.4),
    width: 1080,
    height: 1920,
    file: 'clip-1080p.mp4',
  },
  '720p': { label: '720p HD', size: megabytes(8.91), width: 720, height: 1280, file: 'clip-720p.mp4' },
  '480p': { label: '480p', size: megabytes(4.27), width: 480, height: 854, file: 'clip-480p.mp4' },
} as const;

/**
 * Creates a quality of a clip. Its file is always the smallest sample, because screenshots do not show the difference.
 */
const clipQuality = (quality: keyof typeof CLIP, more: Partial<Quality> = {}): Quality => {
  const { label, size, width, height } = CLIP[quality];
  return {
    label,
    mime: 'video/mp4',
    size,
    sizeKnown: true,
    url: media('clip-480p.mp4'),
    extension: 'mp4',
    quality,
    videoAvailable: true,
    audioAvailable: true,
    width,
    height,
    filename: `instagram_video_DQuayWalk01_${quality}_2026-03-02.mp4`,
    ...more,
  };
};

const soundQuality = (more: Partial<Quality> = {}): Quality => ({
  label: text(mediaFacts, 'audio'),
  mime: 'audio/mpeg',
  size: megabytes(0.66),
  sizeKnown: true,
  url: media('sound.mp3'),
  extension: 'mp3',
  quality: '128kbps',
  videoAvailable: false,
  audioAvailable: true,
  filename: 'tiktok_audio_7412345678901234567_2026-03-02.mp3',
  ...more,
});

const photoQuality = (number: number, more: Partial<Quality> = {}): Quality => ({
  label: 'Photo',
  mime: 'image/jpeg',
  size: megabytes(0.9 + number / 10),
  sizeKnown: true,
  url: media(`set-${number}.jpg`),
  extension: 'jpg',
  quality: 'image',
  videoAvailable: false,
  audioAvailable: false,
  width: 1080,
  height: 1350,
  filename: `instagram_photo_DQuayWalk02_${number}_2026-03-02.jpg`,
  ...more,
});

const clipItem = (qualities: readonly Quality[], more: Partial<PostItem> = {}): PostItem => ({
  kind: 'video',
  thumbnail: POSTER,
  width: 1080,
  height: 1920,
  duration: 42,
  qualities: [...qualities],
  ...more,
});

const photoItem = (number: number, more: Partial<Quality> = {}): PostItem => ({
  kind: 'photo',
  thumbnail: media(`set-${number}-small.jpg`),
  width: 1080,
  height: 1350,
  duration: 0,
  qualities: [photoQuality(number, more)],
});

const soundItem = (): PostItem => ({
  kind: 'audio',
  thumbnail: media('sound-poster.jpg'),
  width: null,
  height: null,
  duration: 42,
  qualities: [soundQuality()],
});

const postOf = (items: readonly PostItem[], more: Partial<Post> = {}): Post => ({
  id: 'DQuayWalk01',
  platform: 'instagram',
  type: 'reels',
  username: 'quay.walks',
  caption: 'Fog on the hills before the ferry came in. Nobody else was up, so we stayed for a while. #quiet',
  thumbnail: items[0]?.thumbnail ?? null,
  duration: items[0]?.duration ?? 0,
  url: REEL_LINK,
  source: 'instagram',
  engine: 'native',
  qualities: items[0]?.qualities ?? [],
  items: [...items],
  ...more,
});

const captions = (language: string, origin: CaptionFile['origin'], size: number | null): CaptionFile => ({
  language,
  origin,
  size,
  url: media('captions.vtt'),
  filename: `tiktok_captions_7412345678901234567_${language}_${origin}_2026-03-02.vtt`,
});

const SET = { id: 'DQuayWalk02', type: 'photos', url: SET_LINK } as const;
const THREE = [clipQuality('1080p'), clipQuality('720p'), clipQuality('480p')];

/** Seven files of one clip, as TikTok may offer them. */
const SEVEN = [
  ...THREE,
  ...(['480p', '480p', '480p'] as const).map((quality, index) =>
    clipQuality(quality, {
      label: `${360 - index * 60}p`,
      quality: `${360 - index * 60}p`,
      size: megabytes(3.1 - index / 2),
      width: 360 - index * 60,
      height: 640 - index * 106,
    }),
  ),
  soundQuality(),
];

/** Size of each photo in the set of twenty. */
export const SET_PHOTO_BYTES = megabytes(1.2);

const photosOf = (count: number): Post =>
  postOf(
    Array.from({ length: count }, (_, index) =>
      photoItem((index % 5) + 1, {
        size: SET_PHOTO_BYTES,
        filename: `instagram_photo_DQuayWalk02_${index + 1}_2026-03-02.jpg`,
      }),
    ),
    SET,
  );

const sizeless = { sizeKnown: false, sizeGuessed: true, size: megabytes(5) } as const;
const LONG_CAPTION =
  'We started before sunrise and followed the old shepherds’ path along the ridge, past the two tarns and the broken wall, until the whole valley lay in the fog below us. Thank you to everybody who wrote about the route; the answer is yes, you can do it in a day if you begin early. #mountains #fog';

export const POSTS = {
  video: postOf([clipItem([...THREE, soundQuality()])]),
  /** With direct delivery: Instagram sends these files itself. */
  direct: postOf([clipItem(THREE.map((quality) => ({ ...quality, direct: true })))]),
  /** With direct delivery, a file that its platform sends only to a server. */
  throughSite: postOf([clipItem([clipQuality('1080p', { direct: false })])]),
  photo: postOf([photoItem(1)], SET),
  carousel: postOf(
    [1, 2, 3, 4, 5].map((number) => photoItem(number)),
    SET,
  ),
  mixed: postOf([photoItem(1), clipItem(THREE), photoItem(3), soundItem()], SET),
  audio: postOf([soundItem()], {
    id: '7412345678901234567',
    platform: 'tiktok',
    type: 'video',
    username: 'tomas.paints',
    caption: 'Slow bells for a slow day',
    url: TIKTOK_LINK,
    source: 'tiktok',
  }),
  captions: postOf(
    [clipItem([clipQuality('720p', { filename: 'tiktok_video_7412345678901234567_2026-03-02.mp4' })])],
    {
      id: '7412345678901234567',
      platform: 'tiktok',
      type: 'video',
      username: 'tomas.paints',
      caption: 'How I mix the grey of a harbour in the morning',
      url: TIKTOK_LINK,
      source: 'tiktok',
      captions: [
        captions('en-US', 'spoken', 2_314),
        captions('de-DE', 'translated', 2_608),
        captions('ar-SA', 'translated', 2_951),
        captions('pt-BR', 'translated', 2_477),
        captions('zh-Hans-CN', 'translated', null),
        captions('en-GB', 'author', 2_290),
      ],
    },
  ),
  single: postOf([clipItem([clipQuality('720p')])]),
  many: postOf([clipItem(SEVEN)]),
  noSound: postOf([
    clipItem((['1080p', '720p'] as const).map((quality) => clipQuality(quality, { audioAvailable: false }))),
  ]),
  joined: postOf([clipItem([clipQuality('1080p', { audioAvailable: false }), clipQuality('720p')])]),
  noSizes: postOf([clipItem(THREE.map((quality) => ({ ...quality, ...sizeless })))]),
  shortSet: postOf(
    [1, 2].map((number) => photoItem(number)),
    { ...SET, statedItems: 6 },
  ),
  photoFailed: postOf([photoItem(1, { url: BROKEN_PHOTO })], SET),
  cannotPlay: postOf([clipItem(THREE.map((quality) => ({ ...quality, url: BROKEN_CLIP })))]),
  longCaption: postOf([clipItem(THREE)], { caption: LONG_CAPTION }),
  noHandle: postOf([clipItem(THREE)], { username: 'unknown', caption: '' }),
  large: postOf([clipItem([clipQuality('1080p', { size: megabytes(124.6) }), clipQuality('720p')])]),
  three: postOf(
    [1, 2, 3].map((number) => photoItem(number)),
    SET,
  ),
  /** Photos whose files the stories of sets send whole. */
  five: photosOf(5),
  /** More files than a browser accepts per click. */
  twenty: photosOf(20),
  many45: photosOf(45),
  newerFormat: postOf([
    clipItem([
      clipQuality('1080p'),
      clipQuality('720p'),
      clipQuality('720p', { label: '720p HD, H.265', codec: 'h265', size: megabytes(5.2) }),
    ]),
  ]),
  /** More bytes than one ZIP may hold, and a clip too large for any ZIP. */
  largeSet: postOf(
    [120, 96, 88, 240, 71].map((size, index) =>
      clipItem([clipQuality('1080p', { size: megabytes(size), filename: `clip-${index + 1}.mp4` })]),
    ),
    SET,
  ),
} as const satisfies Readonly<Record<string, Post>>;
