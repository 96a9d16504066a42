import type { CaptionOrigin, MediaKind } from '#shared/contract/content-type.ts';
import { isAddressLiteral } from '../../outbound/host-policy.ts';
import type { MediaSource, UpstreamFile } from '../../outbound/media-source.ts';

/** Downloadable variant of an item, as an engine found it. Unknown values are null. */
export interface Rendition {
  readonly source: MediaSource;
  readonly kind: MediaKind;
  /** Name that the engine's source gives the quality, such as 'hd', '1080p', 'no_watermark' or '128kbps'; null if there is none. */
  readonly quality: string | null;
  readonly extension: string | null;
  /** Size in bytes according to the engine; the preview verifies it later. */
  readonly size: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly codec: 'h264' | 'h265' | 'vp9' | 'av1' | 'h266' | null;
  /** Bits per second. */
  readonly bitrate: number | null;
  readonly videoAvailable: boolean;
  /** Whether the file has sound; null if unknown. */
  readonly audioAvailable: boolean | null;
  readonly watermarked: boolean;
}

/**
 * Creates a rendition of which only the kind and the source are known. A video or sound is assumed to have sound, and no file to have a
 * watermark.
 */
export const emptyRendition = (kind: MediaKind, source: MediaSource): Rendition => ({
  source,
  kind,
  quality: null,
  extension: null,
  size: null,
  width: null,
  height: null,
  codec: null,
  bitrate: null,
  videoAvailable: kind === 'video',
  audioAvailable: kind !== 'photo',
  watermarked: false,
});

/** Returns the codec that `words`, a platform's names of a codec, stand for; null for unknown names. */
export const codecOf = (words: string): Rendition['codec'] => {
  if (/bytevc2|h266|vvc/i.test(words)) return 'h266';
  if (/bytevc1|h265|hevc|hvc1|hev1/i.test(words)) return 'h265';
  if (/^vp0?9/i.test(words)) return 'vp9';
  if (/^av01|^av1/i.test(words)) return 'av1';
  return /h264|avc/i.test(words) ? 'h264' : null;
};

/** Picture, clip or sound of a post, as an engine found it. */
export interface ExtractedItem {
  readonly kind: MediaKind;
  readonly thumbnail: MediaSource | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly renditions: readonly Rendition[];
}

/**
 * Returns whether a post has clips and every video file of its clips has a watermark. Sound files are ignored, because the sound of a clip
 * is not the post.
 */
export const hasOnlyWatermarked = (items: readonly ExtractedItem[]): boolean => {
  const clips = items.filter(({ kind }) => kind === 'video');
  return (
    clips.length > 0 &&
    clips.every(({ renditions }) =>
      renditions.every(({ kind, watermarked }) => kind !== 'video' || watermarked),
    )
  );
};

/** WebVTT file with the captions of a video, as an engine found it. A post has one per language and origin. */
export interface ExtractedCaptions {
  readonly source: MediaSource;
  /** BCP 47 tag. */
  readonly language: string;
  readonly origin: CaptionOrigin;
}

/** Post as an engine read it. The preview normalizes it, verifies the sizes and seals the media links. */
export interface ExtractedPost {
  readonly id: string;
  readonly username: string | null;
  readonly caption: string;
  readonly thumbnail: MediaSource | null;
  readonly authorPicture: MediaSource | null;
  /** Seconds. */
  readonly duration: number | null;
  /** Items in the order of the post; a set has several. */
  readonly items: readonly ExtractedItem[];
  /**
   * Time until which all files are available, in milliseconds since 1970; null if the source states none or the files outlive the post
   * cache.
   */
  readonly goodUntil: number | null;
  /**
   * Number of pictures and clips in the post according to the source; null if it states none. It is larger than the number of items read
   * when the source provides only some of them.
   */
  readonly statedItems: number | null;
  /** Whether the source states that the post is a picture or a set, so that a picture is not mistaken for the cover of a clip. */
  readonly isPicturePost: boolean;
  readonly captions: readonly ExtractedCaptions[];
}

/** Values of the fields of a post that most sources do not state. */
export const NOTHING_STATED = {
  authorPicture: null,
  goodUntil: null,
  statedItems: null,
  isPicturePost: false,
  captions: [],
} as const satisfies Partial<ExtractedPost>;

/**
 * Replaces `&amp;` in a URL by `&`, because some pages escape their data for HTML; an unescaped URL never contains `&amp;`. Returns a value
 * that is no string unchanged.
 */
export const plainAddress = (address: unknown): unknown =>
  typeof address === 'string' ? address.replaceAll('&amp;', '&') : address;

const URL_MAX_CHARACTERS = 4_096;

/**
 * Parses a media URL as https, even if it has no scheme (`//host/…`) or has http, because delivery networks serve all files over https.
 * Returns null for another scheme, for credentials, for http to an IP address, for more than 4,096 characters and for any other value.
 */
export function mediaUrl(value: unknown): URL | null {
  if (typeof value !== 'string' || value.length > URL_MAX_CHARACTERS) return null;
  const url = URL.parse(value.startsWith('//') ? `https:${value}` : value);
  if (url?.protocol === 'http:' && !isAddressLiteral(url.hostname)) url.protocol = 'https:';
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

/** Maximum number of further addresses of one file, and of characters of all its addresses together, because its ticket contains them all. */
const MIRRORS_MAX = 2;
const ADDRESSES_MAX_CHARACTERS = 3_000;

/**
 * Returns the file with `addresses` of the same file added behind its mirrors, without repetitions and up to MIRRORS_MAX and
 * ADDRESSES_MAX_CHARACTERS.
 */
export function withMirrors(file: UpstreamFile, addresses: readonly string[]): UpstreamFile {
  const mirrors: string[] = [];
  let characters = file.url.length;
  for (const address of [...(file.mirrors ?? []), ...addresses]) {
    if (address === file.url || mirrors.includes(address) || mirrors.length === MIRRORS_MAX) continue;
    characters += address.length;
    if (characters <= ADDRESSES_MAX_CHARACTERS) mirrors.push(address);
  }
  return mirrors.length === 0 ? file : { ...file, mirrors };
}

const KIND_BY_EXTENSION: ReadonlyMap<string, MediaKind> = new Map([
  ...['mp4', 'webm', 'mov', 'avi', 'mkv'].map((name) => [name, 'video'] as const),
  ...['jpg', 'jpeg', 'png', 'webp', 'heic', 'avif', 'gif'].map((name) => [name, 'photo'] as const),
  ...['mp3', 'm4a', 'aac', 'ogg', 'opus', 'wav'].map((name) => [name, 'audio'] as const),
]);

/** Returns the media kind of an extension in lower case without a dot; null for null and for an unknown extension. */
export const kindOfExtension = (extension: string | null): MediaKind | null =>
  KIND_BY_EXTENSION.get(extension ?? '') ?? null;

/** Returns the media extension at the end of a file name or path, 'jpg' for 'jpeg'; null for an unknown or missing extension. */
export function extensionIn(name: string): string | null {
  const ending = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!KIND_BY_EXTENSION.has(ending)) return null;
  return ending === 'jpeg' ? 'jpg' : ending;
}

/** Returns the picture extension at the end of a URL path, 'jpg' for 'jpeg'; null if there is none. */
export function photoExtension({ pathname }: URL): string | null {
  const extension = extensionIn(pathname);
  return kindOfExtension(extension) === 'photo' ? extension : null;
}

const STANDARD_SIZES = [360, 480, 540, 720, 1080] as const;

/** Returns the name of a video quality from its shorter side in pixels, rounded to the nearest standard size: '540p' for 576. */
export function qualityName(shortSide: number): string {
  const nearest = STANDARD_SIZES.reduce((best, size) =>
    Math.abs(size - shortSide) < Math.abs(best - shortSide) ? size : best,
  );
  return `${nearest}p`;
}

/** Returns the shorter side in pixels; null if either side is unknown. */
export function shortSideOf(width: number | null, height: number | null): number | null {
  return width === null || height === null ? null : Math.min(width, height);
}
