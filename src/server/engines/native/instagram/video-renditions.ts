import { addressHints } from '../../address-hints.ts';
import type { Rendition } from '../../engine.ts';
import { positiveOf, shortListOf, textOf, valueAt } from '../../json-value.ts';
import { qualityName, shortSideOf } from '../../quality-name.ts';
import { cdnFile } from './cdn-file.ts';
import { type DashTrack, readDashManifest } from './dash-manifest.ts';

export interface ReadVideo {
  readonly renditions: readonly Rendition[];
  /** Seconds. */
  readonly duration: number | null;
}

/** Gives the ways to save a clip from a media object of the post page, the progressive file first. */
export function videoRenditions(media: unknown): ReadVideo {
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

/** Gives one file with picture and sound; what its address says of itself fills in what the page leaves out. */
export function progressiveRendition(version: unknown, silent: boolean) {
  const address = valueAt(version, 'url');
  const source = cdnFile(address);
  if (source === null) return [];
  const width = positiveOf(valueAt(version, 'width'));
  const height = positiveOf(valueAt(version, 'height'));
  const hints = addressHints(source.url);
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
 * A track without sound is worth offering only where it is sharper than the progressive file and every player can
 * show it: H.264, not the VP9 most of the ladder is made of.
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
      source,
      kind: 'audio',
      quality: null,
      extension: 'm4a',
      size: track.size,
      width: null,
      height: null,
      codec: null,
      bitrate: track.bandwidth,
      videoAvailable: false,
      audioAvailable: true,
      watermarked: false,
    },
  ];
}

/** Logged out, the page lists one file three times under different queries. */
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
