import { generatedFilm, type MediaBody, numbered, sampleBody } from './media-body.ts';
import type { MockItem, MockPost, MockRendition } from './post.ts';

/** Caption of every post, with characters that pages must escape. */
const CAPTION = 'Evening light over the old harbour 🌅 & "three" <b>boats</b>\n\n#mock @nobody.here';
const FILMS = {
  '1080p': { file: 'clip-1080p.mp4', width: 1080, height: 1920 },
  '720p': { file: 'clip-720p.mp4', width: 720, height: 1280 },
  '480p': { file: 'clip-480p.mp4', width: 480, height: 854 },
} as const;
type FilmQuality = keyof typeof FILMS;
/** Duration of every film. */
const FILM_SECONDS = 8;

type MediaFileKind = Exclude<MockRendition['kind'], 'captions'>;

/** Where a platform serves its files. */
export interface FileAddresses {
  /** Delivery hosts; the provider returns its files from one of its own. */
  readonly hosts: Readonly<Record<MediaFileKind | 'provided', string>>;
  /** Builds a path that no other file has. That of a film ends with `.mp4` or a slash. */
  readonly pathOf: (kind: MediaFileKind, id: string, name: string) => string;
}

/** The post that a file or an item is made for. */
export interface Maker {
  readonly id: string;
  readonly files: FileAddresses;
}
type Measures = Pick<MockRendition, 'width' | 'height'>;

export const rendition = (
  { id, files }: Maker,
  kind: MediaFileKind,
  name: string,
  body: MediaBody,
  more: Partial<MockRendition> & { quality: string },
): MockRendition => ({
  kind,
  extension: kind === 'video' ? 'mp4' : kind === 'photo' ? 'jpg' : 'mp3',
  host: files.hosts[kind],
  path: files.pathOf(kind, id, name),
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

/** Returns a film as the provider offers it, from the provider's host. */
const offered = (maker: Maker, source: MockRendition, quality: string): MockRendition => ({
  ...source,
  host: maker.files.hosts.provided,
  quality,
  path: source.path.replace(/(\.mp4|\/)$/, '-p$1'),
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
  return [
    ...names.map(([quality, word]) => offered(maker, film(maker, quality, item), word)),
    { ...sound(maker), path: maker.files.pathOf('audio', maker.id, `${item}-p`) },
  ];
};

export const filmItem = (
  maker: Maker,
  renditions: readonly MockRendition[],
  item = 1,
  fromProvider: readonly MockRendition[] = provided(maker, item),
): MockItem => ({
  kind: 'video',
  width: renditions[0]?.width ?? null,
  height: renditions[0]?.height ?? null,
  duration: FILM_SECONDS,
  cover: cover(maker, item),
  renditions,
  provided: fromProvider,
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

/** Creates an item with one generated film, too large for the built-in samples; `bytes` is its size. */
export const generatedItem = (
  maker: Maker,
  name: string,
  { seed, bytes, item = 1 }: { readonly seed: string; readonly bytes: number; readonly item?: number },
): MockItem => {
  const large = rendition(maker, 'video', name, generatedFilm(seed, bytes), {
    quality: '720p',
    width: 720,
    height: 1280,
    bitrate: bytes,
  });
  return filmItem(maker, [large], item, [offered(maker, large, 'hd')]);
};

/** Number of different pictures among the built-in samples. */
const MOTIFS = 5;

/**
 * Creates pictures each with bytes that no other has, so that a file saved twice or under a wrong name is detected.
 */
export const numberedPictures = (maker: Maker, count: number): MockItem[] =>
  Array.from({ length: count }, (_, index) => {
    const item = pictureItem(maker, (index % MOTIFS) + 1, index + 1);
    const [photo] = item.renditions;
    if (photo?.smaller == null) throw new Error('a picture has a smaller version');
    const own: MockRendition = { ...photo, body: numbered(photo.smaller, index + 1) };
    return { ...item, cover: own, renditions: [own], provided: [own] };
  });

/** What a platform's own function adds to make a post: its items, and any field that differs from the ordinary. */
export type GivenPost = Pick<MockPost, 'name' | 'kind' | 'items'> & Partial<MockPost>;

type Publication = Pick<MockPost, 'platform' | 'id' | 'links' | 'username' | 'fullName'>;

/** Creates a post. It has a duration if it consists of a single film. */
export const makePost = (publication: Publication, given: GivenPost): MockPost => ({
  ...publication,
  caption: CAPTION,
  duration: (given.items.length === 1 ? given.items[0]?.duration : null) ?? null,
  ...given,
});
