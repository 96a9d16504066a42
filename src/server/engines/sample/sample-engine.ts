import type { MediaKind } from '#shared/contract/content-type.ts';
import type { SamplePost } from '#shared/contract/page.ts';
import { qualityForShortSide, qualityLabel } from '#shared/format/quality-label.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { SampleFile } from '../../outbound/media-source.ts';
import { failed } from '../../platforms/failures.ts';
import {
  type ExtractedItem,
  type ExtractedPost,
  emptyRendition,
  NOTHING_STATED,
  type Rendition,
} from '../../platforms/reading/extracted-post.ts';
import type { Engine } from '../engine.ts';
import { findSample, SAMPLE_FILES, type SampleFileName } from './find-sample.ts';

/** Handle of the sample posts. It names no site, because the samples appear on every owner's site. */
const USERNAME = 'sample';

const sample = (file: SampleFileName): SampleFile => ({ kind: 'sample', file });

const rendition = (file: SampleFileName, kind: MediaKind, quality: string): Rendition => ({
  ...emptyRendition(kind, sample(file)),
  quality,
  extension: file.slice(file.lastIndexOf('.') + 1),
  size: findSample(file)?.size ?? null,
  width: SAMPLE_FILES[file].width,
  height: SAMPLE_FILES[file].height,
  codec: kind === 'video' ? 'h264' : null,
  bitrate: kind === 'audio' ? 128_000 : null,
});

const item = (
  kind: MediaKind,
  thumbnail: SampleFileName,
  renditions: readonly [Rendition, ...Rendition[]],
  duration: number | null,
): ExtractedItem => ({
  kind,
  thumbnail: sample(thumbnail),
  width: renditions[0].width,
  height: renditions[0].height,
  duration,
  renditions,
});

const post = (id: string, caption: string, items: readonly ExtractedItem[]): ExtractedPost => ({
  ...NOTHING_STATED,
  id,
  username: USERNAME,
  caption,
  thumbnail: items[0]?.thumbnail ?? null,
  duration: items[0]?.duration ?? null,
  items,
});

const clip = (): ExtractedPost =>
  post('clip', 'A day in eight seconds: first light, warm sand, evening sea, moonrise. #sample', [
    item(
      'video',
      'clip-poster.jpg',
      [
        rendition('clip-1080p.mp4', 'video', '1080p'),
        rendition('clip-720p.mp4', 'video', '720p'),
        rendition('clip-480p.mp4', 'video', '480p'),
        rendition('clip.mp3', 'audio', '128kbps'),
      ],
      SAMPLE_FILES['clip-1080p.mp4'].duration,
    ),
  ]);

const PICTURES = ['set-1', 'set-2', 'set-3', 'set-4', 'set-5'] as const;

const set = (): ExtractedPost =>
  post(
    'set',
    'Five quiet places: ridge, dunes, sea, moonlit peaks and fog. Save one, or all of them. #sample',
    PICTURES.map((name) =>
      item('photo', `${name}-small.jpg`, [rendition(`${name}.jpg`, 'photo', 'image')], null),
    ),
  );

const sound = (): ExtractedPost =>
  post('sound', 'Slow bells over a low drone. #sample', [
    item(
      'audio',
      'sound-poster.jpg',
      [rendition('sound.mp3', 'audio', '128kbps')],
      SAMPLE_FILES['sound.mp3'].duration,
    ),
  ]);

/** Describes the sample clip for the public page: its duration in seconds, and the labels and sizes that its preview shows. */
export const describeSampleClip = (): SamplePost => {
  const { duration, items } = clip();
  return {
    duration: duration ?? 0,
    qualities: items.flatMap(({ renditions }) =>
      renditions.map(({ quality, width, height, size }) => ({
        label:
          width === null || height === null
            ? qualityLabel(quality ?? '')
            : (qualityForShortSide(Math.min(width, height))?.label ?? ''),
        size: size ?? 0,
        sizeKnown: size !== null,
      })),
    ),
  };
};

const POSTS: ReadonlyMap<string, () => ExtractedPost> = new Map([
  ['clip', clip],
  ['set', set],
  ['sound', sound],
]);

/**
 * Creates the engine of the built-in sample posts (`/?sample=clip|set|sound`). It supports no other links, so that a real link that failed
 * with every other engine never shows a sample. It needs no network; sizes are those of the files on disk.
 */
export const createSampleEngine = (): Engine => ({
  name: 'sample',
  supports: (link: ParsedLink): boolean => link.platform === 'sample' && POSTS.has(link.id),
  extract: async (link, signal) => {
    signal.throwIfAborted();
    const build = link.platform === 'sample' ? POSTS.get(link.id) : undefined;
    if (!build) return failed('missing');
    return { ok: true, post: build() };
  },
});
