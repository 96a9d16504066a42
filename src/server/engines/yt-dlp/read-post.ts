import { isDeepStrictEqual } from 'node:util';
import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import { type EngineOutcome, failed } from '../../platforms/failures.ts';
import {
  codecOf,
  type ExtractedItem,
  emptyRendition,
  hasOnlyWatermarked,
  mediaUrl,
  NOTHING_STATED,
  photoExtension,
  qualityName,
  type Rendition,
  shortSideOf,
  withMirrors,
} from '../../platforms/reading/extracted-post.ts';
import { type JsonRecord, listOf, positiveOf, recordOf, textOf } from '../../platforms/reading/json-value.ts';
import type { ServerPlatform } from '../../platforms/server-platform.ts';
import { sourceHeaders } from './source-headers.ts';

/** Format listed by yt-dlp, with the properties that decide whether it is offered. */
interface ListedFormat {
  readonly rendition: Rendition & { readonly source: UpstreamFile };
  readonly url: URL;
  /** Key of the file. Copies of one file on several hosts have the same key. */
  readonly file: string;
  /** Whether the format is a track of a stream, which a player combines with a separate sound track. */
  readonly isTrack: boolean;
  readonly shortSide: number | null;
  /** Duration in seconds according to the URL; null if unknown. */
  readonly duration: number | null;
}

interface OfferedFormats {
  readonly renditions: readonly Rendition[];
  /** Duration in seconds according to the URLs; null if unknown. */
  readonly duration: number | null;
}

const NONE = 'none';
/** Maximum number of formats to read. Real posts have about forty, and each costs the parsing of a URL. */
const FORMATS_MAX = 200;
const BITS = 1_000;

/** Converts a format or a picture to a file with the request headers that yt-dlp lists; null if the URL is not a usable https URL. */
const readFile = (format: JsonRecord): UpstreamFile | null => {
  const url = mediaUrl(format['url']);
  if (url === null) return null;
  return {
    kind: 'upstream',
    url: url.href,
    headers: sourceHeaders(format['http_headers'], format['cookies'], url.hostname),
  };
};

const extensionOf = (value: unknown): string | null => {
  const extension = textOf(value)?.toLowerCase() ?? '';
  return /^[a-z0-9]{2,4}$/.test(extension) ? extension : null;
};

/** Returns whether the format is a single unencrypted file. Browsers cannot save segmented or DRM-protected streams. */
const isWholeFile = (format: JsonRecord): boolean =>
  /^https?$/.test(textOf(format['protocol']) ?? 'https') &&
  format['fragments'] === undefined &&
  format['has_drm'] !== true;

const bitrateOf = (format: JsonRecord): number | null => {
  const kilobits = positiveOf(format['tbr']) ?? positiveOf(format['vbr']) ?? positiveOf(format['abr']);
  return kilobits === null ? null : Math.round(kilobits * BITS);
};

const readFormat = (value: unknown, { delivery, ytDlp }: ServerPlatform): ListedFormat[] => {
  const format = recordOf(value);
  if (format === null || !isWholeFile(format)) return [];
  const source = readFile(format);
  const [video, audio] = [textOf(format['vcodec']), textOf(format['acodec'])];
  if (source === null || (video === NONE && audio === NONE)) return [];
  const url = new URL(source.url);
  const id = textOf(format['format_id']) ?? '';
  const kind = video === NONE ? 'audio' : 'video';
  const [width, height] = [positiveOf(format['width']), positiveOf(format['height'])];
  const hints = delivery.videoHints?.(source.url);
  const shortSide = shortSideOf(width, height) ?? hints?.shortSide ?? null;
  return [
    {
      rendition: {
        ...emptyRendition(kind, source),
        source,
        quality: kind === 'video' && shortSide !== null ? qualityName(shortSide) : null,
        extension: extensionOf(format['ext']),
        size: positiveOf(format['filesize']),
        width,
        height,
        codec: kind === 'video' ? codecOf(video ?? '') : null,
        bitrate: bitrateOf(format),
        // Instagram's progressive files state no codecs and contain sound: only 'none' means that there is no sound.
        audioAvailable: audio !== NONE,
        watermarked: id.startsWith('download') || /watermark/i.test(textOf(format['format_note']) ?? ''),
      },
      url,
      file: ytDlp.fileKeyOf(id, url),
      isTrack: id.startsWith('dash-') || url.pathname.includes('/media-video-hvc1/'),
      shortSide,
      duration: hints?.duration ?? null,
    },
  ];
};

/** Adds the address of a copy to a file. A copy that needs other headers, such as the cookie of another domain, is dropped. */
const withCopy = (format: ListedFormat, { rendition: { source: copy } }: ListedFormat): ListedFormat => {
  const { source } = format.rendition;
  if (!isDeepStrictEqual(source.headers, copy.headers)) return format;
  return { ...format, rendition: { ...format.rendition, source: withMirrors(source, [copy.url]) } };
};

/** Joins formats with the same file key or URL path, which are copies of one file on several hosts. */
const joinCopies = (formats: readonly ListedFormat[]): readonly ListedFormat[] => {
  const joined: ListedFormat[] = [];
  const places = new Map<string, number>();
  for (const format of formats) {
    const keys = [`${format.rendition.kind} ${format.file}`, format.url.pathname];
    const place = keys.map((key) => places.get(key)).find((known) => known !== undefined) ?? joined.length;
    const first = joined[place];
    joined[place] = first === undefined ? format : withCopy(first, format);
    for (const key of keys) if (!places.has(key)) places.set(key, place);
  }
  return joined;
};

/**
 * Returns whether a format is offered. A video track without sound is offered only if its short side is larger than `largestShortSide`, the
 * largest of the files with sound, and if it uses H.264, which every player supports. Most Instagram tracks use VP9.
 */
const isWorthOffering = (
  { rendition, isTrack, shortSide }: ListedFormat,
  largestShortSide: number,
): boolean =>
  !isTrack ||
  rendition.kind === 'audio' ||
  rendition.audioAvailable ||
  (rendition.codec === 'h264' && shortSide !== null && shortSide > largestShortSide);

/**
 * Creates the renditions of an item, and reads its duration, from yt-dlp's list of formats. The preview chooses the best rendition, not
 * yt-dlp: in recorded data, yt-dlp chooses an H.265 file with a third of the bitrate.
 */
const readFormats = (formats: unknown, platform: ServerPlatform): OfferedFormats => {
  // yt-dlp lists the best format last.
  const listed = listOf(formats).slice(-FORMATS_MAX);
  const read = joinCopies(
    listed
      .flatMap((format) => readFormat(format, platform))
      .filter(({ url }) => !platform.ytDlp.excludedHosts.includes(url.hostname)),
  );
  const whole = read.filter(({ rendition, isTrack }) => rendition.kind === 'video' && !isTrack);
  const largestShortSide = Math.max(
    0,
    ...whole.map(({ shortSide }) => shortSide ?? Number.POSITIVE_INFINITY),
  );
  return {
    renditions: read
      .filter((format) => isWorthOffering(format, largestShortSide))
      .map(({ rendition }) => rendition),
    duration: read.find(({ duration }) => duration !== null)?.duration ?? null,
  };
};

/** Picture of an entry; width and height in pixels, null if unknown. */
interface Picture {
  readonly file: UpstreamFile;
  readonly width: number | null;
  readonly height: number | null;
}

/** Maximum number of pictures to read per entry; real posts have about fifteen. */
const PICTURES_MAX = 50;

/**
 * Returns how much of the original a picture shows: 1 if it is uncropped, otherwise 0; and the width in pixels of the picture or of the box
 * that it was scaled to fit. The width is Infinity for a picture without a size, which is the platform's original.
 */
const reachOf = (
  { file, width }: Picture,
  { delivery }: ServerPlatform,
): readonly [whole: number, side: number] => {
  const hints = delivery.pictureHints?.(new URL(file.url));
  return [Number(hints?.isCropped !== true), width ?? hints?.boxWidth ?? Number.POSITIVE_INFINITY];
};

/**
 * Returns the best picture of an entry; null if there is none. yt-dlp lists pictures from worst to best if it knows their sizes, and
 * otherwise sorted by URL. Pictures are requested with the headers of their entry.
 */
const bestPicture = (entry: JsonRecord, platform: ServerPlatform): Picture | null => {
  const pictures = listOf(entry['thumbnails'])
    .slice(-PICTURES_MAX)
    .flatMap((value) => {
      const picture = recordOf(value);
      const file = picture === null ? null : readFile({ ...picture, http_headers: entry['http_headers'] });
      if (picture === null || file === null) return [];
      return [{ file, width: positiveOf(picture['width']), height: positiveOf(picture['height']) }];
    });
  return pictures.reduce<Picture | null>((best, picture) => {
    if (best === null) return picture;
    const [[whole, side], [bestWhole, bestSide]] = [reachOf(picture, platform), reachOf(best, platform)];
    return whole > bestWhole || (whole === bestWhole && side >= bestSide) ? picture : best;
  }, null);
};

const photoItem = (picture: Picture): ExtractedItem => ({
  kind: 'photo',
  thumbnail: picture.file,
  width: picture.width,
  height: picture.height,
  duration: null,
  renditions: [
    {
      ...emptyRendition('photo', picture.file),
      extension: photoExtension(new URL(picture.file.url)),
      width: picture.width,
      height: picture.height,
    },
  ],
});

/** Returns whether an entry is a photo. A clip whose files are withheld also has no formats, but has a duration. */
const isPhoto = (entry: JsonRecord): boolean =>
  listOf(entry['formats']).length === 0 && positiveOf(entry['duration']) === null;

const readItem = (value: unknown, mayBePhoto: boolean, platform: ServerPlatform): ExtractedItem[] => {
  const entry = recordOf(value);
  if (entry === null) return [];
  const picture = bestPicture(entry, platform);
  if (mayBePhoto && isPhoto(entry)) return picture === null ? [] : [photoItem(picture)];
  const { renditions, duration } = readFormats(entry['formats'], platform);
  // An entry with only sound belongs to a photo post, whose pictures yt-dlp cannot read.
  const video = renditions.find(({ kind }) => kind === 'video');
  if (video === undefined) return [];
  return [
    {
      kind: 'video',
      thumbnail: picture?.file ?? null,
      width: video.width,
      height: video.height,
      duration: positiveOf(entry['duration']) ?? duration,
      renditions,
    },
  ];
};

/**
 * Returns the handle and the caption of a post. The caption is the description, because Instagram's title is 'Video by …', and TikTok's
 * title is generated if the caption is empty.
 */
const textsOf = (post: JsonRecord, { ytDlp }: ServerPlatform) => ({
  username: textOf(post[ytDlp.handleField]),
  caption: textOf(post['description']) ?? '',
});

/**
 * Converts the JSON that yt-dlp prints for a link (a post, or a set of entries) to a post. Returns a failure if the JSON describes another
 * post (`wrong_post`), if it lacks the files of an item (`clip_withheld` for a single clip with a duration, otherwise `no_media`), or if
 * every video file of the post has a watermark (`watermarked_only`).
 */
export const readPost = (value: JsonRecord, link: ParsedLink, platform: ServerPlatform): EngineOutcome => {
  if (textOf(value['id']) !== link.id) return failed('wrong_post');
  const isSet = value['_type'] === 'playlist';
  const all = isSet ? listOf(value['entries']) : [value];
  const entries = all.slice(0, POST_ITEMS_MAX);
  const mayBePhoto = platform.ytDlp.mayBePhoto(link, isSet);
  const items = entries.flatMap((entry) => readItem(entry, mayBePhoto, platform));
  // An incomplete set must not look complete.
  if (items.length === 0 || items.length < entries.length)
    return !isSet && positiveOf(value['duration']) !== null ? failed('clip_withheld') : failed('no_media');
  if (hasOnlyWatermarked(items)) return failed('watermarked_only');
  return {
    ok: true,
    post: {
      id: link.id,
      ...textsOf(value, platform),
      thumbnail: items[0]?.thumbnail ?? null,
      duration: items[0]?.duration ?? null,
      items,
      ...NOTHING_STATED,
      statedItems: isSet ? all.length : null,
      isPicturePost: isSet,
    },
  };
};
