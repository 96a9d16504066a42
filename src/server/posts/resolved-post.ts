import type { ContentType, MediaKind, PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { VideoCodec } from '#shared/contract/preview.ts';
import type { MediaSource } from '../outbound/media-source.ts';
import type { ExtractedCaptions } from '../platforms/reading/extracted-post.ts';

/**
 * One downloadable file of an item after normalisation: labelled, sorted, without watermarked or duplicate variants.
 */
export interface ResolvedRendition {
  readonly source: MediaSource;
  readonly kind: MediaKind;
  readonly label: string;
  readonly quality: string;
  readonly extension: string;
  readonly mime: string;
  /** Bytes: measured when `sizeKnown`, otherwise the engine's statement or null. */
  readonly size: number | null;
  readonly sizeKnown: boolean;
  /** Whether the delivery network did not confirm that the file exists. */
  readonly unproven: boolean;
  readonly width: number | null;
  readonly height: number | null;
  readonly codec: VideoCodec | null;
  /** Bits per second. */
  readonly bitrate: number | null;
  readonly videoAvailable: boolean;
  /** Null for a clip whose sound could not be determined. */
  readonly audioAvailable: boolean | null;
  /** Another file with the same label, checked only when this one is silent. */
  readonly alternative: ResolvedRendition | null;
}

export interface ResolvedItem {
  readonly kind: MediaKind;
  readonly thumbnail: MediaSource | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds; 0 when unknown. */
  readonly duration: number;
  readonly renditions: readonly ResolvedRendition[];
}

/** A caption file; `size` in bytes is null until the file was measured and when the delivery network does not state it. */
export interface ResolvedCaptions extends ExtractedCaptions {
  readonly size: number | null;
}

/**
 * A post ready to be cached and presented. It contains upstream addresses, so it leaves the server only with sealed
 * tickets.
 */
export interface ResolvedPost {
  readonly id: string;
  readonly platform: PostPlatform;
  readonly type: ContentType;
  /** Handle as stated in the post; null when it states none. */
  readonly username: string | null;
  readonly caption: string;
  readonly thumbnail: MediaSource | null;
  readonly duration: number;
  /** Canonical link. */
  readonly url: string;
  readonly engine: EngineName;
  readonly items: readonly ResolvedItem[];
  /** Captions of the post's video. */
  readonly captions: readonly ResolvedCaptions[];
  /** Number of pictures and clips that the source states; null unless that is more than `items` has. */
  readonly statedItems: number | null;
  /**
   * Suffix of a delivery host outside the allow list that a file of the post was refused for. Shown to the owner only.
   */
  readonly unlistedHost: string | null;
  /**
   * Time at which the first file expires, in milliseconds since 1970; null when that is later than the cache
   * lifetime.
   */
  readonly goodUntil: number | null;
}
