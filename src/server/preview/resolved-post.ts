import type { ContentType, EngineName, MediaKind, Platform } from '#shared/contract/content-type.ts';
import type { MediaSource } from '../engines/engine.ts';

/** One savable file of an item after normalising: labelled, ordered, without watermarked or double variants. */
export interface ResolvedRendition {
  readonly source: MediaSource;
  readonly kind: MediaKind;
  readonly label: string;
  readonly quality: string;
  readonly extension: string;
  readonly mime: string;
  /** Bytes: measured when `sizeKnown`, otherwise the engine's word or null. */
  readonly size: number | null;
  readonly sizeKnown: boolean;
  /** Set when the delivery network would not tell whether the file is there. */
  readonly unproven?: true;
  readonly width: number | null;
  readonly height: number | null;
  readonly videoAvailable: boolean;
  /** Null for a clip whose sound could not be looked at: nothing is said about it then. */
  readonly audioAvailable: boolean | null;
  /** Another file under the same label, looked at only when this one turns out to be silent. */
  readonly alternative?: ResolvedRendition;
}

export interface ResolvedItem {
  readonly kind: MediaKind;
  readonly thumbnail: MediaSource | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds, 0 when nobody knows. */
  readonly duration: number;
  readonly renditions: readonly ResolvedRendition[];
}

/** A post ready to be remembered and presented. Holds upstream addresses, so it never leaves the server unsealed. */
export interface ResolvedPost {
  readonly id: string;
  readonly platform: Platform;
  readonly type: ContentType;
  /** As the post itself names it; null when it does not. */
  readonly username: string | null;
  readonly caption: string;
  readonly thumbnail: MediaSource | null;
  readonly duration: number;
  /** Canonical link. */
  readonly url: string;
  readonly engine: EngineName;
  readonly items: readonly ResolvedItem[];
  /** Pictures and clips its source says the post holds; only where that is more than `items` has. */
  readonly statedItems?: number;
  /** Suffix of a delivery host that is not listed, where a file of the post was refused for it. For the owner alone. */
  readonly unlistedHost?: string;
  /** Until when all files can be had, milliseconds since 1970; left out where that is longer than a post is remembered. */
  readonly goodUntil?: number;
}
