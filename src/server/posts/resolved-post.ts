import type { ContentType, PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { VideoCodec } from '#shared/contract/preview.ts';
import type {
  ExtractedCaptions,
  ExtractedItem,
  ExtractedPost,
  Rendition,
} from '../platforms/reading/extracted-post.ts';

/** One downloadable file of an item, named for the visitor. */
export interface ResolvedRendition extends Rendition {
  readonly label: string;
  readonly quality: string;
  readonly extension: string;
  readonly mime: string;
  /** Whether `size` is measured, and not the engine's statement. */
  readonly sizeKnown: boolean;
  /** Whether the delivery network did not confirm that the file exists. */
  readonly unproven: boolean;
  readonly codec: VideoCodec | null;
  /** Another file with the same label, checked only when this one is silent. */
  readonly alternative: ResolvedRendition | null;
}

export interface ResolvedItem extends ExtractedItem {
  /** Sorted, without watermarked and duplicate ones. */
  readonly renditions: readonly ResolvedRendition[];
}

/** A caption file; `size` in bytes is null until the file was measured and when the delivery network does not state it. */
export interface ResolvedCaptions extends ExtractedCaptions {
  readonly size: number | null;
}

/**
 * A post ready to be cached and presented: what an engine read, named, sorted and checked. It contains upstream addresses, so it leaves the
 * server only with sealed tickets. `statedItems` is null unless the source states more items than `items` has.
 */
export interface ResolvedPost extends ExtractedPost {
  readonly platform: PostPlatform;
  readonly type: ContentType;
  /** Canonical link. */
  readonly url: string;
  readonly engine: EngineName;
  readonly items: readonly ResolvedItem[];
  readonly captions: readonly ResolvedCaptions[];
  /**
   * Suffix of a delivery host outside the allow list that a file of the post was refused for. Shown to the owner only.
   */
  readonly unlistedHost: string | null;
}
