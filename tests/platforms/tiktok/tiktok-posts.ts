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
import { generatedFilm, textBody } from '../../mock-platforms/media-body.ts';
import type { MockCaptions, MockPost } from '../../mock-platforms/post.ts';
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
const CAPTIONS_TYPE = 'text/vtt; charset=utf-8';

/** Returns captions with a line for each second; longer than the bytes that a check of the file reads. */
const webvtt = (words: string): string =>
  `WEBVTT\n\n${Array.from(
    { length: 20 },
    (_, second) =>
      `00:00:${String(second).padStart(2, '0')}.000 --> 00:00:${String(second).padStart(2, '0')}.900\n${words} ${second}\n\n`,
  ).join('')}`;

/** Creates a caption file; `text` is its content. */
const captions = (
  id: string,
  language: string,
  origin: MockCaptions['origin'],
  text: string,
  {
    type = CAPTIONS_TYPE,
    host = TIKTOK_FILES.hosts.video,
    ...more
  }: Partial<MockCaptions> & {
    readonly type?: string;
    readonly host?: string;
  } = {},
): MockCaptions => ({
  language,
  origin,
  format: 'webvtt',
  listedIn: ['subtitleInfos'],
  file: {
    kind: 'captions',
    quality: origin,
    extension: 'vtt',
    host,
    path: `/captions/${id}-${language}-${origin}/`,
    width: null,
    height: null,
    codec: null,
    bitrate: null,
    videoAvailable: false,
    audioAvailable: false,
    body: textBody(text, type),
    smaller: null,
  },
  ...more,
});

const CAPTIONED = '7400000000000000006';
const BADLY_CAPTIONED = '7400000000000000007';
const ERROR_PAGE = '<!DOCTYPE html><html><body>Access denied</body></html>';

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
  {
    ...makeVideo('tiktok video with captions', CAPTIONED),
    captions: [
      captions(CAPTIONED, 'eng-US', 'spoken', webvtt('A boat'), { listedIn: ['claInfo', 'subtitleInfos'] }),
      captions(CAPTIONED, 'por-BR', 'author', webvtt('Um barco'), { listedIn: ['claInfo'] }),
      captions(CAPTIONED, 'deu-DE', 'translated', `\ufeff${webvtt('Ein Boot')}`, { type: 'text/plain' }),
      captions(CAPTIONED, 'spa-ES', 'translated', webvtt('Un barco'), { type: 'binary/octet-stream' }),
    ],
  },
  {
    ...makeVideo('tiktok video with unusable captions', BADLY_CAPTIONED),
    captions: [
      captions(BADLY_CAPTIONED, 'eng-US', 'spoken', '{"utterances":[]}', { format: 'creator_caption' }),
      captions(BADLY_CAPTIONED, 'deu-DE', 'translated', webvtt('Ein Boot'), { type: 'text/html' }),
      captions(BADLY_CAPTIONED, 'spa-ES', 'translated', ERROR_PAGE),
      captions(BADLY_CAPTIONED, 'fra-FR', 'translated', '1\n00:00:00,000 --> 00:00:01,000\nUn bateau\n'),
      captions(BADLY_CAPTIONED, 'ita-IT', 'translated', webvtt('Una barca'), { isLost: true }),
      captions(BADLY_CAPTIONED, 'nld-NL', 'translated', webvtt('Een boot'), {
        host: 'media.elsewhere.example',
      }),
      captions(BADLY_CAPTIONED, 'swe-SE', 'translated', ''),
      captions(BADLY_CAPTIONED, 'dan-DK', 'translated', 'WEBVTT\n'),
    ],
  },
];

const many = makerOf('7400000000000000045');

/** TikTok's large sets. */
export const tiktokLargeSets: readonly MockPost[] = [
  tiktokPost(many.id, { name: 'tiktok set of 45', kind: 'pictures', items: numberedPictures(many, 45) }),
];
