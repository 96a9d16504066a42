import { Parser } from 'htmlparser2';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import { DESKTOP_USER_AGENT } from '../reading/browser-headers.ts';
import {
  emptyRendition,
  mediaUrl,
  photoExtension,
  plainAddress,
  qualityName,
  type Rendition,
  shortSideOf,
} from '../reading/extracted-post.ts';
import { positiveOf, readJson, shortListOf, textOf, valueAt } from '../reading/json-value.ts';
import type { PictureHints, VideoHints } from '../server-platform.ts';

/**
 * Reads the short side and the duration of a video from the `efg` query parameter of its URL: base64url JSON with a tag such as
 * 'xpv_progressive.INSTAGRAM.CLIPS.C3.720.dash_baseline_1_v1'. Throws TypeError unless `address` is an absolute URL.
 */
export function readVideoHints(address: string): VideoHints {
  const efg = new URL(address).searchParams.get('efg') ?? '';
  const hints = readJson(Buffer.from(efg, 'base64url').toString('utf8'));
  const side = /\.(\d{3,4})\./.exec(textOf(valueAt(hints, 'vencode_tag')) ?? '')?.[1];
  return { shortSide: positiveOf(side), duration: positiveOf(valueAt(hints, 'duration_s')) };
}

/**
 * Reads the transformations of a picture from the `stp` query parameter of its URL, such as
 * 'c0.140.720.720a_dst-jpg_e35_s320x320_tt6'. A URL without `stp` denotes the original.
 */
export function readPictureHints({ searchParams }: URL): PictureHints {
  const stp = searchParams.get('stp') ?? '';
  const box = /(?:^|_)[sp](\d{2,5})x\d{2,5}(?:_|$)/.exec(stp)?.[1];
  return {
    isCropped: /(?:^|_)c\d+\.\d+\.\d+\.\d+a?(?:_|$)/.test(stp),
    boxWidth: box === undefined ? null : Number(box),
  };
}

/** Request headers for files. Some edges respond with 400 to a request without fetch metadata, which browsers always send. */
const HEADERS = { 'user-agent': DESKTOP_USER_AGENT, 'sec-fetch-site': 'same-origin' } as const;

/** Creates a file on Instagram's delivery network from its URL; null if the URL is not usable. */
export function cdnFile(address: unknown): UpstreamFile | null {
  const url = mediaUrl(plainAddress(address));
  return url === null ? null : { kind: 'upstream', url: url.href, headers: HEADERS };
}

/**
 * Creates the renditions of one picture, the original size first. Omits cropped pictures unless all are cropped. `addresses` are URLs or
 * objects with `url`, `width` and `height`; `originalSize` is in pixels. Returns an empty array if no URL is usable.
 */
export function photoRenditions(
  addresses: readonly unknown[],
  originalSize: { readonly width: number | null; readonly height: number | null },
): readonly Rendition[] {
  const all = uniqueByAddress(addresses.flatMap((address) => toCandidate(address)));
  const whole = all.filter((candidate) => !candidate.isCropped);
  return (whole.length > 0 ? whole : all)
    .sort((first, second) => (second.boxWidth ?? Infinity) - (first.boxWidth ?? Infinity))
    .map(({ source, boxWidth, url, isCropped, width, height }) => ({
      ...emptyRendition('photo', source),
      quality: boxWidth === null ? null : `${boxWidth}px`,
      extension: photoExtension(url),
      width: width ?? (boxWidth === null && !isCropped ? originalSize.width : null),
      height: height ?? (boxWidth === null && !isCropped ? originalSize.height : null),
    }));
}

/** Returns whether one of the addresses, which are as for `photoRenditions`, leads to a picture that is not cropped. */
export function hasWholePicture(addresses: readonly unknown[]): boolean {
  return addresses.flatMap((address) => toCandidate(address)).some(({ isCropped }) => !isCropped);
}

/** Returns the unchecked versions of one picture under `image_versions2` of a media object, in the platform's order; empty if there are none. */
export function candidatesOf(media: unknown): readonly unknown[] {
  return shortListOf(valueAt(media, 'image_versions2', 'candidates'));
}

function toCandidate(candidate: unknown) {
  const address = typeof candidate === 'string' ? candidate : valueAt(candidate, 'url');
  const url = mediaUrl(address);
  const source = cdnFile(address);
  if (url === null || source === null) return [];
  return [
    {
      url,
      source,
      // Pages often omit the size of photos; the URL states the box that the picture was scaled to fit.
      ...readPictureHints(url),
      width: positiveOf(valueAt(candidate, 'width')),
      height: positiveOf(valueAt(candidate, 'height')),
    },
  ];
}

function uniqueByAddress<
  T extends { readonly url: URL; readonly boxWidth: number | null; readonly isCropped: boolean },
>(candidates: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const candidate of candidates) {
    const key = `${candidate.url.pathname} ${candidate.boxWidth} ${candidate.isCropped}`;
    if (!seen.has(key)) seen.set(key, candidate);
  }
  return [...seen.values()];
}

/** Renditions and duration of a clip. */
interface ClipRenditions {
  readonly renditions: readonly Rendition[];
  /** Duration in seconds; null if unknown. */
  readonly duration: number | null;
}

/** Creates the renditions of a clip from a media object of a post page. Progressive files, which have picture and sound, come first. */
export function videoRenditions(media: unknown): ClipRenditions {
  const manifest = readDashManifest(valueAt(media, 'video_dash_manifest'));
  const silent = valueAt(media, 'has_audio') === false;
  const versions = uniqueByPath(shortListOf(valueAt(media, 'video_versions')));
  const progressive = versions.flatMap((version) => progressiveRendition(version, silent));
  const highest = Math.max(0, ...progressive.map(({ shortSide }) => shortSide ?? Infinity));
  const renditions = [
    ...progressive.map(({ rendition }) => rendition),
    ...manifest.tracks.flatMap((track) => videoTrack(track, highest)),
    ...(silent ? [] : manifest.tracks.flatMap(audioTrack)),
  ];
  const duration =
    positiveOf(valueAt(media, 'video_duration')) ??
    manifest.duration ??
    progressive.find((version) => version.duration !== null)?.duration ??
    null;
  return { renditions, duration };
}

/**
 * Creates the rendition of a progressive file, with its short side in pixels and its duration in seconds (null if unknown), from an object
 * with `url`, `width` and `height`. The short side that the URL states takes precedence over width and height; only the URL states the
 * duration. Returns an empty array if the URL is not usable.
 */
export function progressiveRendition(version: unknown, isSilent: boolean) {
  const address = valueAt(version, 'url');
  const source = cdnFile(address);
  if (source === null) return [];
  const width = positiveOf(valueAt(version, 'width'));
  const height = positiveOf(valueAt(version, 'height'));
  const hints = readVideoHints(source.url);
  const shortSide = hints.shortSide ?? shortSideOf(width, height);
  const rendition: Rendition = {
    ...emptyRendition('video', source),
    quality: shortSide === null ? null : qualityName(shortSide),
    extension: 'mp4',
    width,
    height,
    codec: 'h264',
    bitrate: positiveOf(valueAt(version, 'bandwidth')),
    audioAvailable: !isSilent,
  };
  return [{ rendition, shortSide, duration: hints.duration }];
}

/**
 * Creates the rendition of a video track, which has no sound. Returns an empty array unless the short side of the track is longer than
 * `progressiveShortSide`, in pixels, and the track uses H.264, which every player supports. Most tracks use VP9.
 */
function videoTrack(track: DashTrack, progressiveShortSide: number): Rendition[] {
  const source = cdnFile(track.url);
  const shortSide = shortSideOf(track.width, track.height);
  if (
    source === null ||
    shortSide === null ||
    shortSide <= progressiveShortSide ||
    !track.codecs.startsWith('avc1')
  )
    return [];
  return [
    {
      ...emptyRendition('video', source),
      quality: qualityName(shortSide),
      extension: 'mp4',
      size: track.size,
      width: track.width,
      height: track.height,
      codec: 'h264',
      bitrate: track.bandwidth,
      audioAvailable: false,
    },
  ];
}

function audioTrack(track: DashTrack): Rendition[] {
  const source = cdnFile(track.url);
  if (source === null || !(track.mimeType.startsWith('audio/') || track.codecs.startsWith('mp4a'))) return [];
  return [
    {
      ...emptyRendition('audio', source),
      extension: 'm4a',
      size: track.size,
      bitrate: track.bandwidth,
    },
  ];
}

/**
 * Keeps one version per URL path, because a page without an account lists one file three times with different queries. Drops versions
 * without a valid URL.
 */
function uniqueByPath(versions: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return versions.filter((version) => {
    const address = textOf(valueAt(version, 'url'));
    if (address === null || !URL.canParse(address)) return false;
    const path = new URL(address).pathname;
    if (seen.has(path)) return false;
    seen.add(path);
    return true;
  });
}

/** Four thousand characters for each of REPRESENTATIONS_MAX tracks. Parsing a longer manifest would hold the event loop too long. */
const MANIFEST_MAX_CHARACTERS = 256 * 1024;
const NESTING_MAX = 32;
const REPRESENTATIONS_MAX = 64;
/** Attributes of a track that are read. A manifest may contain thousands of others, which would be copied for each track. */
const TRACK_ATTRIBUTES = [
  'contentType',
  'mimeType',
  'codecs',
  'width',
  'height',
  'bandwidth',
  'FBContentLength',
];

/** Video or audio track of a DASH manifest that is a single file. */
interface DashTrack {
  readonly url: string;
  readonly mimeType: string;
  readonly codecs: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Bits per second. */
  readonly bandwidth: number | null;
  /** Size in bytes. */
  readonly size: number | null;
}

/** Duration and single-file tracks of a DASH manifest. */
interface DashManifest {
  /** Duration in seconds. */
  readonly duration: number | null;
  readonly tracks: readonly DashTrack[];
}

/**
 * Parses a DASH manifest. Returns no tracks and no duration for a value that is no text or is too long. Reads at most REPRESENTATIONS_MAX
 * tracks.
 */
function readDashManifest(manifest: unknown): DashManifest {
  if (typeof manifest !== 'string' || manifest.length > MANIFEST_MAX_CHARACTERS)
    return { duration: null, tracks: [] };
  const tracks: DashTrack[] = [];
  /** Open elements, outermost first. A Representation inherits the attributes of its AdaptationSet. */
  const open: { readonly name: string; readonly attributes: Record<string, string> }[] = [];
  let duration: number | null = null;
  let address: string | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push({ name, attributes: trackAttributesOf(attributes) });
        if (open.length > NESTING_MAX) parser.pause();
        if (name === 'MPD') duration = secondsOf(attributes['mediaPresentationDuration'] ?? '');
        if (name === 'BaseURL') address = '';
      },
      ontext(text) {
        if (address !== null) address += text;
      },
      onclosetag(name) {
        open.pop();
        if (name !== 'BaseURL' || address === null) return;
        const inRepresentation = open.at(-1)?.name === 'Representation';
        if (inRepresentation && tracks.length < REPRESENTATIONS_MAX) tracks.push(toTrack(address, open));
        address = null;
      },
    },
    { xmlMode: true },
  );
  parser.write(manifest);
  if (open.length <= NESTING_MAX) parser.end();
  return { duration, tracks };
}

function trackAttributesOf(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const own: Record<string, string> = {};
  for (const name of TRACK_ATTRIBUTES) {
    const value = attributes[name];
    if (value !== undefined) own[name] = value;
  }
  return own;
}

function toTrack(
  address: string,
  open: readonly { readonly attributes: Record<string, string> }[],
): DashTrack {
  const attributes: Record<string, string | undefined> = {};
  for (const element of open) Object.assign(attributes, element.attributes);
  return {
    url: address.trim(),
    // Some tracks have their type only as the `contentType` of their AdaptationSet.
    mimeType: attributes['mimeType'] ?? `${attributes['contentType'] ?? ''}/mp4`,
    codecs: attributes['codecs'] ?? '',
    width: positiveOf(attributes['width']),
    height: positiveOf(attributes['height']),
    bandwidth: positiveOf(attributes['bandwidth']),
    size: positiveOf(attributes['FBContentLength']),
  };
}

/** Converts an ISO 8601 duration of hours, minutes and seconds to seconds: 'PT1M12.5S' is 72.5. Returns null for 0 and for other texts. */
function secondsOf(duration: string): number | null {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(duration);
  if (parts === null) return null;
  const [hours = '0', minutes = '0', seconds = '0'] = parts.slice(1).map((part) => part ?? '0');
  return positiveOf(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
}
