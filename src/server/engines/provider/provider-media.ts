import * as z from 'zod';
import type { MediaKind } from '#shared/contract/content-type.ts';
import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { MediaSource } from '../../outbound/media-source.ts';
import {
  type ExtractedItem,
  emptyRendition,
  extensionIn,
  kindOfExtension,
  type Rendition,
} from '../../platforms/reading/extracted-post.ts';
import { serverPlatformOf } from '../../platforms/server-platforms.ts';
import { flagField, readDuration, shortTextField, textField, wholeField } from './answer-fields.ts';
import type { SourceReader } from './provider-service.ts';

const mediaSchema = z.object({
  url: z.string(),
  type: shortTextField,
  quality: shortTextField,
  label: shortTextField,
  resolution: shortTextField,
  extension: shortTextField,
  ext: shortTextField,
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
interface MediaEntry {
  readonly rendition: Rendition;
  /** Duration in seconds. */
  readonly duration: number | null;
  readonly thumbnail: MediaSource | null;
}

const DEFAULT_QUALITY: Readonly<Record<MediaKind, string>> = {
  video: 'video',
  photo: 'image',
  audio: 'audio',
};

/** Parses an entry of a provider's `medias`; null for an entry without a usable URL. */
export function readMedia(entry: unknown, fileAtUrl: SourceReader): MediaEntry | null {
  const parsed = mediaSchema.safeParse(entry);
  if (!parsed.success) return null;
  const media = parsed.data;
  const source = fileAtUrl(media.url);
  if (source === null) return null;
  const extension = extensionOf(media, new URL(source.url));
  const kind = kindOf(media, extension);
  const quality =
    media.quality ?? media.resolution ?? media.label ?? sizeName(media) ?? DEFAULT_QUALITY[kind];
  const { width, height } = sidesOf(media, quality);
  return {
    duration: readDuration(media.duration),
    thumbnail: fileAtUrl(media.thumbnail),
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

function extensionOf(media: Media, { pathname }: URL): string | null {
  const given = (media.extension ?? media.ext)?.replace(/^\./, '').toLowerCase() ?? '';
  return given === 'image' ? null : (extensionIn(`.${given}`) ?? extensionIn(pathname));
}

/**
 * Determines the media kind from the extension, then the type, then the quality, then the flags. The type overrides a video extension
 * only for sounds, because a video container may hold only sound.
 */
function kindOf(media: Media, extension: string | null): MediaKind {
  const byExtension = kindOfExtension(extension);
  if (byExtension === 'audio' || byExtension === 'photo') return byExtension;
  const type = media.type?.toLowerCase() ?? '';
  if (/^(?:audio|music|sound)/.test(type)) return 'audio';
  if (byExtension === null && /^(?:image|photo|picture)/.test(type)) return 'photo';
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

/**
 * Groups a provider's flat list of media into at most POST_ITEMS_MAX items. Each picture is an item, all qualities of a clip are one item,
 * and sounds belong to the only clip or form the last item. Drops repeated files. `thumbnail` is shown for clips and sounds without a
 * thumbnail of their own; null if there is none.
 */
export function groupItems(
  medias: readonly MediaEntry[],
  link: ParsedLink,
  thumbnail: MediaSource | null,
): readonly ExtractedItem[] {
  const unique = uniqueByFile(medias);
  const sounds = unique.filter(({ rendition }) => rendition.kind === 'audio');
  const visuals = unique.filter(({ rendition }) => rendition.kind !== 'audio');
  const groups = groupVisuals(visuals, isSetOfClips(visuals, link));
  const clips = groups.filter(([first]) => first?.rendition.kind === 'video');
  const only = clips.length === 1 ? clips[0] : undefined;
  if (only !== undefined) only.push(...sounds);
  else if (sounds.length > 0) groups.push(sounds);
  return groups.slice(0, POST_ITEMS_MAX).map((group) => toItem(group, thumbnail));
}

function groupVisuals(visuals: readonly MediaEntry[], areClipsSeparate: boolean): MediaEntry[][] {
  const groups: MediaEntry[][] = [];
  let clip: MediaEntry[] | null = null;
  for (const media of visuals) {
    if (media.rendition.kind === 'video' && clip !== null && !areClipsSeparate) {
      clip.push(media);
      continue;
    }
    const group = [media];
    if (media.rendition.kind === 'video') clip = group;
    groups.push(group);
  }
  return groups;
}

/**
 * Returns whether each clip in the list is an item of its own. On platforms that have sets of clips, the list does not mark them: two clips
 * of the same quality are different clips, and next to pictures every clip is an item.
 */
function isSetOfClips(visuals: readonly MediaEntry[], link: ParsedLink): boolean {
  if (serverPlatformOf(link.platform)?.hasSetsOfClips !== true) return false;
  const clips = visuals.filter(({ rendition }) => rendition.kind === 'video');
  if (clips.length < visuals.length) return true;
  const names = new Set(clips.map(({ rendition }) => `${rendition.quality} ${rendition.extension}`));
  return names.size < clips.length;
}

function toItem(group: readonly MediaEntry[], postThumbnail: MediaSource | null): ExtractedItem {
  const renditions: readonly Rendition[] = group.map(({ rendition }) => rendition);
  const kind = renditions[0]?.kind ?? 'video';
  const sized = renditions.find(({ width, height }) => width !== null && height !== null);
  const own = group.map(({ thumbnail }) => thumbnail).find((source) => source !== null);
  const fallback = kind === 'photo' ? (renditions[0]?.source ?? null) : postThumbnail;
  return {
    kind,
    thumbnail: own ?? fallback,
    width: sized?.width ?? null,
    height: sized?.height ?? null,
    duration: kind === 'photo' ? null : (group.find(({ duration }) => duration !== null)?.duration ?? null),
    renditions,
  };
}

function uniqueByFile(medias: readonly MediaEntry[]): readonly MediaEntry[] {
  const seen = new Set<string>();
  return medias.filter(({ rendition }) => {
    if (rendition.source.kind !== 'upstream' || seen.has(rendition.source.url)) return false;
    seen.add(rendition.source.url);
    return true;
  });
}
