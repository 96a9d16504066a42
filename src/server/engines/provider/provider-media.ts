import * as z from 'zod';
import type { MediaKind } from '#shared/contract/content-type.ts';
import type { MediaSource } from '../../outbound/media-source.ts';
import { emptyRendition, type Rendition } from '../../platforms/reading/extracted-post.ts';
import { flagField, readDuration, textField, wholeField, wordField } from './answer-fields.ts';
import type { SourceReader } from './service-adapter.ts';

const mediaSchema = z.object({
  url: z.string(),
  type: wordField,
  quality: wordField,
  label: wordField,
  resolution: wordField,
  extension: wordField,
  ext: wordField,
  size: wholeField,
  data_size: wholeField,
  width: wholeField,
  height: wholeField,
  duration: z.unknown().optional(),
  thumbnail: textField,
  videoAvailable: flagField,
  audioAvailable: flagField,
});
type Media = z.infer<typeof mediaSchema>;

/** Rendition, duration and thumbnail that an entry of `medias` states. */
export interface ReadMedia {
  readonly rendition: Rendition;
  /** Duration in seconds. */
  readonly duration: number | null;
  readonly thumbnail: MediaSource | null;
}

const KIND_BY_EXTENSION: ReadonlyMap<string, MediaKind> = new Map([
  ...['mp3', 'm4a', 'aac', 'ogg', 'opus', 'wav'].map((name) => [name, 'audio'] as const),
  ...['jpg', 'jpeg', 'png', 'webp', 'heic', 'avif', 'gif', 'image'].map((name) => [name, 'photo'] as const),
  ...['mp4', 'webm', 'mov', 'avi', 'mkv'].map((name) => [name, 'video'] as const),
]);
const DEFAULT_QUALITY: Readonly<Record<MediaKind, string>> = {
  video: 'video',
  photo: 'image',
  audio: 'audio',
};

/** Parses an entry of a provider's `medias`; null for an entry without a usable URL. */
export function readMedia(entry: unknown, sourceOf: SourceReader): ReadMedia | null {
  const parsed = mediaSchema.safeParse(entry);
  if (!parsed.success) return null;
  const media = parsed.data;
  const source = sourceOf(media.url);
  if (source === null) return null;
  const extension = extensionOf(media, new URL(source.url));
  const kind = kindOf(media, extension);
  const quality =
    media.quality ?? media.resolution ?? media.label ?? sizeName(media) ?? DEFAULT_QUALITY[kind];
  const { width, height } = sidesOf(media, quality);
  return {
    duration: readDuration(media.duration),
    thumbnail: sourceOf(media.thumbnail),
    rendition: {
      ...emptyRendition(kind, source),
      quality,
      extension,
      size: media.size ?? media.data_size,
      width,
      height,
      bitrate: bitrateOf(quality),
      // In recorded responses the flags are wrong for sounds and pictures; for a clip they are the only information.
      audioAvailable: kind === 'audio' || (kind === 'video' && media.audioAvailable !== false),
      watermarked: isWatermarked(`${media.quality ?? ''} ${media.label ?? ''}`),
    },
  };
}

function extensionOf(media: Media, url: URL): string | null {
  const given = (media.extension ?? media.ext)?.replace(/^\./, '').toLowerCase();
  const named = given !== undefined && KIND_BY_EXTENSION.has(given) ? given : undefined;
  const ending = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase();
  const shown = ending !== undefined && KIND_BY_EXTENSION.has(ending) ? ending : undefined;
  const extension = named ?? shown ?? null;
  if (extension === 'image') return null;
  return extension === 'jpeg' ? 'jpg' : extension;
}

/**
 * Determines the media kind from the extension, then the type, then the quality, then the flags. The type overrides a video extension
 * only for sounds, because a video container may hold only sound.
 */
function kindOf(media: Media, extension: string | null): MediaKind {
  const byExtension = extension === null ? undefined : KIND_BY_EXTENSION.get(extension);
  if (byExtension === 'audio' || byExtension === 'photo') return byExtension;
  const type = media.type?.toLowerCase() ?? '';
  if (/^(?:audio|music|sound)/.test(type)) return 'audio';
  if (byExtension === undefined && /^(?:image|photo|picture)/.test(type)) return 'photo';
  if (byExtension === 'video' || type.startsWith('video')) return 'video';
  const quality = media.quality?.toLowerCase() ?? '';
  if (/^audio|kbps$/.test(quality)) return 'audio';
  if (/^(?:image|photo)/.test(quality)) return 'photo';
  return media.videoAvailable === false && media.audioAvailable === true ? 'audio' : 'video';
}

function sizeName({ width, height }: Media): string | null {
  return width === null || height === null ? null : `${width}x${height}`;
}

function sidesOf(media: Media, quality: string) {
  const written =
    /^(\d{2,5})x(\d{2,5})p?$/i.exec(media.resolution ?? quality) ?? /^(\d{2,5})x(\d{2,5})p?$/i.exec(quality);
  return {
    width: media.width ?? (written === null ? null : Number(written[1])),
    height: media.height ?? (written === null ? null : Number(written[2])),
  };
}

function bitrateOf(quality: string): number | null {
  const kilobits = /^(\d{1,4})\s?kbps$/i.exec(quality)?.[1];
  return kilobits === undefined ? null : Number(kilobits) * 1_000;
}

function isWatermarked(words: string): boolean {
  return (
    /watermark/i.test(words) &&
    !/(?:no|non|without|free)[\s_-]*(?:a[\s_-]*)?watermark|watermark[\s_-]*(?:free|less)/i.test(words)
  );
}
