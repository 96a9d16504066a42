import type { CaptionOrigin, MediaKind } from '#shared/contract/content-type.ts';
import type { MediaSource } from '../../outbound/media-source.ts';

/** Downloadable variant of an item, as an engine found it. Unknown values are null, never guessed. */
export interface Rendition {
  readonly source: MediaSource;
  readonly kind: MediaKind;
  /** Name of the quality given by the engine's source, such as 'hd', '1080p', 'no_watermark' or '128kbps'; null if it has none. */
  readonly quality: string | null;
  readonly extension: string | null;
  /** Size in bytes according to the engine; the preview verifies it later. */
  readonly size: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly codec: 'h264' | 'h265' | 'vp9' | 'av1' | 'h266' | null;
  /** Bits per second; distinguishes two renditions of the same height. */
  readonly bitrate: number | null;
  readonly videoAvailable: boolean;
  /** Null for a clip whose sound could not be determined. */
  readonly audioAvailable: boolean | null;
  readonly watermarked: boolean;
}

/** Creates a rendition of which only the kind and the source are known. A video is assumed to have sound. */
export const emptyRendition = (kind: MediaKind, source: MediaSource): Rendition => ({
  source,
  kind,
  quality: null,
  extension: null,
  size: null,
  width: null,
  height: null,
  codec: null,
  bitrate: null,
  videoAvailable: kind === 'video',
  audioAvailable: kind !== 'photo',
  watermarked: false,
});

/** Picture, clip or sound of a post, as an engine found it. */
export interface ExtractedItem {
  readonly kind: MediaKind;
  readonly thumbnail: MediaSource | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly renditions: readonly Rendition[];
}

/**
 * Returns whether a post has clips and all their video files have a watermark, so that none of them is offered. Sound files are ignored,
 * because the sound of a clip is not the post.
 */
export const hasOnlyWatermarked = (items: readonly ExtractedItem[]): boolean => {
  const clips = items.filter(({ kind }) => kind === 'video');
  return (
    clips.length > 0 &&
    clips.every(({ renditions }) =>
      renditions.every(({ kind, watermarked }) => kind !== 'video' || watermarked),
    )
  );
};

/** WebVTT file with the captions of a video, as an engine found it. A post has one per language and origin. */
export interface ExtractedCaptions {
  readonly source: MediaSource;
  /** BCP 47 tag. */
  readonly language: string;
  readonly origin: CaptionOrigin;
}

/** Post as an engine read it. The preview normalizes it, verifies the sizes and seals the media links. */
export interface ExtractedPost {
  readonly id: string;
  readonly username: string | null;
  readonly caption: string;
  readonly thumbnail: MediaSource | null;
  /** Seconds. */
  readonly duration: number | null;
  /** Items in the order of the post; a set has several. */
  readonly items: readonly ExtractedItem[];
  /** Time until which all files are available, in milliseconds since 1970; null when the files outlive the post cache. */
  readonly goodUntil: number | null;
  /**
   * Number of pictures and clips in the post according to the source; null if it states none. It is larger than the number of items read
   * when the source provides only some of them.
   */
  readonly statedItems: number | null;
  /** Whether the source states that the post is a picture or a set, so that a picture is not mistaken for the cover of a clip. */
  readonly isPicturePost: boolean;
  readonly captions: readonly ExtractedCaptions[];
}

/** Values of the fields of a post that most sources do not state. */
export const NOTHING_STATED = {
  goodUntil: null,
  statedItems: null,
  isPicturePost: false,
  captions: [],
} as const satisfies Partial<ExtractedPost>;
