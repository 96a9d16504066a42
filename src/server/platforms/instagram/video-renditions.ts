import { emptyRendition, type Rendition } from '../reading/extracted-post.ts';
import { positiveOf, shortListOf, textOf, valueAt } from '../reading/json-value.ts';
import { qualityName, shortSideOf } from '../reading/quality-name.ts';
import { type DashTrack, readDashManifest } from './dash-manifest.ts';
import { cdnFile, readVideoHints } from './instagram-file.ts';

/** Renditions and duration of a clip. */
export interface ReadRenditions {
  readonly renditions: readonly Rendition[];
  /** Duration in seconds; null if unknown. */
  readonly duration: number | null;
}

/** Creates the renditions of a clip from a media object of a post page, the progressive file (picture and sound) first. */
export function videoRenditions(media: unknown): ReadRenditions {
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
 * Creates the rendition of a file with picture and sound, with its short side and duration. Values missing in the page are read from
 * the URL. Returns an empty array if the URL is not usable.
 */
export function progressiveRendition(version: unknown, silent: boolean) {
  const address = valueAt(version, 'url');
  const source = cdnFile(address);
  if (source === null) return [];
  const width = positiveOf(valueAt(version, 'width'));
  const height = positiveOf(valueAt(version, 'height'));
  const hints = readVideoHints(source.url);
  const shortSide = hints.shortSide ?? shortSideOf(width, height);
  const rendition: Rendition = {
    source,
    kind: 'video',
    quality: shortSide === null ? null : qualityName(shortSide),
    extension: 'mp4',
    size: null,
    width,
    height,
    codec: 'h264',
    bitrate: positiveOf(valueAt(version, 'bandwidth')),
    videoAvailable: true,
    audioAvailable: !silent,
    watermarked: false,
  };
  return [{ rendition, shortSide, duration: hints.duration }];
}

/**
 * Creates the rendition of a video track without sound. Returns one only if the track is larger than the progressive files (`above`,
 * short side in pixels) and uses H.264, which every player supports. Most tracks use VP9.
 */
function videoTrack(track: DashTrack, above: number): Rendition[] {
  const source = cdnFile(track.url);
  const shortSide = shortSideOf(track.width, track.height);
  if (source === null || shortSide === null || shortSide <= above || !track.codecs.startsWith('avc1'))
    return [];
  return [
    {
      source,
      kind: 'video',
      quality: qualityName(shortSide),
      extension: 'mp4',
      size: track.size,
      width: track.width,
      height: track.height,
      codec: 'h264',
      bitrate: track.bandwidth,
      videoAvailable: true,
      audioAvailable: false,
      watermarked: false,
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

/** Removes versions with the same URL path. Without an account, the page lists one file three times with different queries. */
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
