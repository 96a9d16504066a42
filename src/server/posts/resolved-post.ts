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
  /** Whether `size` was measured, instead of being the engine's statement. */
  readonly sizeKnown: boolean;
  /** Whether the delivery network did not confirm that the file exists. */
  readonly unproven: boolean;
  readonly codec: VideoCodec | null;
  /** Another file with the same label, checked only when this one is silent or does not work; null if there is none. */
  readonly alternative: ResolvedRendition | null;
}

export interface ResolvedItem extends ExtractedItem {
  /** Renditions in the order in which they are offered, without watermarked renditions and duplicates. */
  readonly renditions: readonly ResolvedRendition[];
}

/** Caption file. `size` in bytes is null until the file is measured, and if the delivery network does not state the size. */
export interface ResolvedCaptions extends ExtractedCaptions {
  readonly size: number | null;
}

/**
 * Post that is ready to be cached and presented: what an engine read, named, sorted and checked. It contains upstream addresses, so it
 * leaves the server only with sealed tickets. `statedItems` is null unless the source states more clips and pictures than `items` has.
 */
export interface ResolvedPost extends ExtractedPost {
  readonly platform: PostPlatform;
  readonly type: ContentType;
  /** Canonical link of the post. */
  readonly url: string;
  readonly engine: EngineName;
  readonly items: readonly ResolvedItem[];
  readonly captions: readonly ResolvedCaptions[];
  /**
   * Suffix of a delivery host outside the allow list on which a file of the post was refused; null if there is none. Only the owner sees
   * it.
   */
  readonly unlistedHost: string | null;
}
