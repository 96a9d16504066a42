import { isDeepStrictEqual } from 'node:util';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import type { Rendition } from '../../platforms/reading/extracted-post.ts';
import { type JsonRecord, listOf, positiveOf, recordOf, textOf } from '../../platforms/reading/json-value.ts';
import { mediaUrl, withMirrors } from '../../platforms/reading/media-url.ts';
import { qualityName, shortSideOf } from '../../platforms/reading/quality-name.ts';
import type { YtDlpPlatform } from '../../platforms/server-platform.ts';
import { sourceHeaders } from './source-headers.ts';

/** Format listed by yt-dlp, with the properties that decide whether it is offered. */
interface ReadFormat {
  readonly rendition: Rendition & { readonly source: UpstreamFile };
  readonly url: URL;
  /** Key of the file; the same for copies of one file on several hosts. */
  readonly file: string;
  /** Whether the format is a track of a stream, which a player combines with a separate sound track. */
  readonly isTrack: boolean;
  readonly shortSide: number | null;
  /** Duration in seconds according to the URL. */
  readonly duration: number | null;
}

export interface ReadFormats {
  readonly renditions: readonly Rendition[];
  /** Duration in seconds according to the URLs; null if unknown. */
  readonly duration: number | null;
}

const NONE = 'none';
/** Maximum number of formats to read. Real posts have about forty, and each costs the parsing of a URL. */
const FORMATS_MAX = 200;
const BITS = 1_000;

/** Converts a format or a picture to a file with the request headers that yt-dlp lists; null if the URL is not a usable https URL. */
export const readFile = (format: JsonRecord): UpstreamFile | null => {
  const url = mediaUrl(format['url']);
  if (url === null) return null;
  return {
    kind: 'upstream',
    url: url.href,
    headers: sourceHeaders(format['http_headers'], format['cookies'], url.hostname),
  };
};

const codecOf = (name: string | null): Rendition['codec'] => {
  if (name === null) return null;
  if (/bytevc2|h266|vvc/i.test(name)) return 'h266';
  if (/bytevc1|h265|hevc|hvc1|hev1/i.test(name)) return 'h265';
  if (/^vp0?9/i.test(name)) return 'vp9';
  if (/^av01|^av1/i.test(name)) return 'av1';
  return /h264|avc/i.test(name) ? 'h264' : null;
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

const readFormat = (value: unknown, { delivery, ytDlp }: YtDlpPlatform): ReadFormat[] => {
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
        source,
        kind,
        quality: kind === 'video' && shortSide !== null ? qualityName(shortSide) : null,
        extension: extensionOf(format['ext']),
        size: positiveOf(format['filesize']),
        width,
        height,
        codec: kind === 'video' ? codecOf(video) : null,
        bitrate: bitrateOf(format),
        videoAvailable: kind === 'video',
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
const withCopy = (format: ReadFormat, { rendition: { source: copy } }: ReadFormat): ReadFormat => {
  const { source } = format.rendition;
  if (!isDeepStrictEqual(source.headers, copy.headers)) return format;
  return { ...format, rendition: { ...format.rendition, source: withMirrors(source, [copy.url]) } };
};

/** Joins formats with the same file key or URL path: they are copies of one file on several hosts. */
const joinCopies = (formats: readonly ReadFormat[]): readonly ReadFormat[] => {
  const joined: ReadFormat[] = [];
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
 * Returns whether a format is offered. A video track without sound is offered only if it is larger than every file with sound (`above`,
 * short side in pixels) and uses H.264, which every player supports. Most Instagram tracks use VP9.
 */
const isWorthOffering = ({ rendition, isTrack, shortSide }: ReadFormat, above: number): boolean =>
  !isTrack ||
  rendition.kind === 'audio' ||
  rendition.audioAvailable ||
  (rendition.codec === 'h264' && shortSide !== null && shortSide > above);

/**
 * Creates the renditions of an item from yt-dlp's list of formats. The preview chooses the best one, not yt-dlp: in recorded
 * data, yt-dlp's own choice is an H.265 file with a third of the bitrate.
 */
export const readFormats = (formats: unknown, platform: YtDlpPlatform): ReadFormats => {
  // yt-dlp lists the best format last.
  const listed = listOf(formats).slice(-FORMATS_MAX);
  const read = joinCopies(
    listed
      .flatMap((format) => readFormat(format, platform))
      .filter(({ url }) => !platform.ytDlp.excludedHosts.includes(url.hostname)),
  );
  const whole = read.filter(({ rendition, isTrack }) => rendition.kind === 'video' && !isTrack);
  const above = Math.max(0, ...whole.map(({ shortSide }) => shortSide ?? Number.POSITIVE_INFINITY));
  return {
    renditions: read.filter((format) => isWorthOffering(format, above)).map(({ rendition }) => rendition),
    duration: read.find(({ duration }) => duration !== null)?.duration ?? null,
  };
};
