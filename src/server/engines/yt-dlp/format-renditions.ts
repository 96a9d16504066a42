import { addressHints } from '../address-hints.ts';
import type { Rendition, UpstreamFile } from '../engine.ts';
import { type JsonRecord, listOf, positiveOf, recordOf, textOf } from '../json-value.ts';
import { mediaUrl } from '../media-url.ts';
import { qualityName, shortSideOf } from '../quality-name.ts';
import { sourceHeaders } from './source-headers.ts';

/** A format of the program's with what decides whether it is offered. */
interface ReadFormat {
  readonly rendition: Rendition & { readonly source: UpstreamFile };
  readonly url: URL;
  /** Equal for one file on several hosts. */
  readonly file: string;
  /** A piece of a stream that a player would put together with its sound. */
  readonly isTrack: boolean;
  readonly shortSide: number | null;
  /** Seconds, as its address tells. */
  readonly duration: number | null;
}

export interface ReadFormats {
  readonly renditions: readonly Rendition[];
  /** Seconds. */
  readonly duration: number | null;
}

const NONE = 'none';
/** Real posts have some forty formats; each further one costs an address to parse. */
const FORMATS_MAX = 200;
const BITS = 1_000;

/** Gives a file as the program says it is to be fetched, null for addresses nobody may be sent to. */
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

/** Streams in pieces, and files behind a key, are nothing a browser could save. */
const isWholeFile = (format: JsonRecord): boolean =>
  (textOf(format['protocol']) ?? 'https') === 'https' &&
  format['fragments'] === undefined &&
  format['has_drm'] !== true;

const bitrateOf = (format: JsonRecord): number | null => {
  const kilobits = positiveOf(format['tbr']) ?? positiveOf(format['vbr']) ?? positiveOf(format['abr']);
  return kilobits === null ? null : Math.round(kilobits * BITS);
};

const readFormat = (value: unknown): ReadFormat[] => {
  const format = recordOf(value);
  if (format === null || !isWholeFile(format)) return [];
  const source = readFile(format);
  const [video, audio] = [textOf(format['vcodec']), textOf(format['acodec'])];
  if (source === null || (video === NONE && audio === NONE)) return [];
  const url = new URL(source.url);
  const id = textOf(format['format_id']) ?? '';
  const kind = video === NONE ? 'audio' : 'video';
  const [width, height] = [positiveOf(format['width']), positiveOf(format['height'])];
  const hints = addressHints(source.url);
  const shortSide = shortSideOf(width, height) ?? hints.shortSide;
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
        // Instagram's plain files name no codecs and hold both: only 'none' means there is no sound.
        audioAvailable: audio !== NONE,
        watermarked: id.startsWith('download') || /watermark/i.test(textOf(format['format_note']) ?? ''),
      },
      url,
      file: url.hostname.includes('tiktok') ? id.replace(/-\d+$/, '') : url.pathname,
      isTrack: id.startsWith('dash-') || url.pathname.includes('/media-video-hvc1/'),
      shortSide,
      duration: hints.duration,
    },
  ];
};

/** TikTok's play service on the site itself redirects, and wants more cookies than a file does. */
const isDelivery = ({ url }: ReadFormat): boolean => url.hostname !== 'www.tiktok.com';

const firstOfEach = (formats: readonly ReadFormat[]): readonly ReadFormat[] => {
  const seen = new Set<string>();
  return formats.filter(({ file, url, rendition: { kind } }) => {
    const keys = [`${kind} ${file}`, url.pathname];
    if (keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
};

/**
 * A track without sound is worth offering only where it is sharper than every file with sound and plays everywhere: H.264, not the
 * VP9 most of Instagram's ladder is made of.
 */
const isWorthOffering = ({ rendition, isTrack, shortSide }: ReadFormat, above: number): boolean =>
  !isTrack ||
  rendition.kind === 'audio' ||
  rendition.audioAvailable ||
  (rendition.codec === 'h264' && shortSide !== null && shortSide > above);

/**
 * Gives the ways to save one item from the program's list of formats. Which of them is best is for the preview to say: the
 * program's own choice is what its sorting likes, an H.265 file of a third of the bitrate among the recorded ones.
 */
export const readFormats = (formats: unknown): ReadFormats => {
  // The program lists the best last.
  const listed = listOf(formats).slice(-FORMATS_MAX);
  const read = firstOfEach(listed.flatMap(readFormat).filter(isDelivery));
  const whole = read.filter(({ rendition, isTrack }) => rendition.kind === 'video' && !isTrack);
  const above = Math.max(0, ...whole.map(({ shortSide }) => shortSide ?? Number.POSITIVE_INFINITY));
  return {
    renditions: read.filter((format) => isWorthOffering(format, above)).map(({ rendition }) => rendition),
    duration: read.find(({ duration }) => duration !== null)?.duration ?? null,
  };
};
