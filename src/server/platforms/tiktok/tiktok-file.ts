import { ownEntry } from '#shared/own-entry.ts';
import { hostsUnder } from '../../outbound/host-policy.ts';
import type { MediaSource, UpstreamFile } from '../../outbound/media-source.ts';
import {
  type ExtractedItem,
  emptyRendition,
  mediaUrl,
  photoExtension,
  plainAddress,
  type Rendition,
  withMirrors,
} from '../reading/extracted-post.ts';
import { shortListOf, valueAt } from '../reading/json-value.ts';

/** Domain suffixes under which TikTok's delivery networks serve only media. */
export const DELIVERY_SUFFIXES = [
  'tiktokcdn.com',
  'tiktokcdn-us.com',
  'tiktokcdn-eu.com',
  'tiktokv.com',
  'tiktokv.us',
  'tiktokv.eu',
  'ibyteimg.com',
  'byteimg.com',
  'muscdn.com',
  'musical.ly',
] as const;

/**
 * Matches the video edge hosts, such as v16-webapp.tiktok.com, v19-webapp-prime.tiktok.com and v16-webapp-prime.us.tiktok.com. Other
 * hosts under tiktok.com serve pages, logins and redirects.
 */
export const DELIVERY_HOST_PATTERN = /^v\d{1,3}[a-z]?-webapp(?:-[a-z0-9]+)*(?:\.[a-z]{2,4})?\.tiktok\.com$/;

const suffixes = hostsUnder(DELIVERY_SUFFIXES);

export const isDeliveryHost = (hostname: string): boolean =>
  DELIVERY_HOST_PATTERN.test(hostname) || suffixes.allows(hostname);

/** Request headers for a file, with names in lower case. */
export type FileHeaders = Readonly<Record<string, string>>;
const NO_HEADERS: FileHeaders = {};
/** Names under which an object may contain its list of addresses. */
export const ADDRESS_LISTS = ['UrlList', 'urlList', 'url_list'] as const;

/**
 * Returns the usable URLs of one file, in TikTok's order. TikTok serves a file from several hosts, so `field` is an address, a list of
 * addresses, or an object with such a list.
 */
export function fileUrls(field: unknown): readonly URL[] {
  const addresses =
    typeof field === 'string'
      ? [field]
      : [field, ...ADDRESS_LISTS.map((name) => valueAt(field, name))].flatMap(shortListOf);
  return addresses.flatMap((address) => mediaUrl(plainAddress(address)) ?? []);
}

/**
 * Creates a file from its URLs; null if there are none. Requests use the first URL; the next ones are mirrors, as many as `withMirrors`
 * allows.
 */
export function toFile([first, ...others]: readonly URL[], headers: FileHeaders): UpstreamFile | null {
  if (first === undefined) return null;
  const file: UpstreamFile = { kind: 'upstream', url: first.href, headers };
  return withMirrors(
    file,
    others.map(({ href }) => href),
  );
}

/** Creates a file for a picture or a sound, for which TikTok's delivery network needs no special headers; null without a usable URL. */
export const fileWithoutHeaders = (field: unknown): UpstreamFile | null =>
  toFile(fileUrls(field), NO_HEADERS);

/**
 * Creates a file from the URLs of a video that lead directly to a delivery network; null if no URL does. Skips the play service on
 * www.tiktok.com, which redirects and requires more cookies, and paths with `/media-video-hvc1/`, whose files are missing or silent.
 */
export const videoFile = (field: unknown, headers: FileHeaders): UpstreamFile | null =>
  toFile(
    fileUrls(field).filter(
      ({ hostname, pathname }) => hostname !== 'www.tiktok.com' && !pathname.includes('/media-video-hvc1/'),
    ),
    headers,
  );

/** Creates a file from the URLs of one picture in several formats; null without a usable URL. Prefers JPEG, which every browser supports. */
export function pictureFile(field: unknown): UpstreamFile | null {
  const urls = fileUrls(field);
  const best = urls.find((url) => photoExtension(url) === 'jpg') ?? urls[0];
  if (best === undefined) return null;
  // A URL of another format is another file.
  const format = photoExtension(best);
  return toFile(
    urls.filter((url) => photoExtension(url) === format),
    NO_HEADERS,
  );
}

/** Picture of a slideshow. */
interface SlideshowPicture {
  /** Field with the alternative URLs, unvalidated. */
  readonly file: unknown;
  readonly width: number | null;
  readonly height: number | null;
}

/** Creates an item for each picture of a slideshow that has a usable URL. */
export function photoItems(pictures: readonly SlideshowPicture[]): readonly ExtractedItem[] {
  return pictures.flatMap(({ file, width, height }) => {
    const source = pictureFile(file);
    if (source === null) return [];
    const extension = photoExtension(new URL(source.url));
    const rendition = { ...emptyRendition('photo', source), extension, width, height };
    return [{ kind: 'photo', thumbnail: source, width, height, duration: null, renditions: [rendition] }];
  });
}

/** Creates the sound item of a slideshow; an empty array if it has no sound. `duration` is in seconds. */
export function soundItem(
  renditions: readonly Rendition[],
  thumbnail: MediaSource | null,
  duration: number | null,
): readonly ExtractedItem[] {
  if (renditions.length === 0) return [];
  return [{ kind: 'audio', thumbnail, width: null, height: null, duration, renditions }];
}

const EXTENSION_BY_TYPE: Readonly<Record<string, string>> = {
  audio_mpeg: 'mp3',
  audio_mp3: 'mp3',
  audio_mp4: 'm4a',
  audio_m4a: 'm4a',
};

/**
 * Creates the rendition of a sound from a field with its URLs. Returns an empty array without a usable URL: that of muted and commercial
 * sounds is ''.
 */
export function soundRendition(field: unknown): readonly Rendition[] {
  const source = fileWithoutHeaders(field);
  if (source === null) return [];
  const url = new URL(source.url);
  const ending = /\.(mp3|m4a)$/i.exec(url.pathname)?.[1]?.toLowerCase();
  return [
    {
      ...emptyRendition('audio', source),
      extension: ownEntry(EXTENSION_BY_TYPE, url.searchParams.get('mime_type') ?? '') ?? ending ?? null,
    },
  ];
}
