import type { EngineName, MediaKind } from '#shared/contract/content-type.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Failure } from '../failures/failure-table.ts';
import type { MediaSource } from '../net/media-source.ts';
import type { FailureCause } from './failure-cause.ts';

/** Time limit for verifying a file's size, so that it does not delay the preview. */
export const SIZE_PROOF_TIMEOUT_MS = 2_500;

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
  readonly audioAvailable: boolean;
  readonly watermarked: boolean;
}

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
  /** Time until which all files are available, in milliseconds since 1970. Absent when the files outlive the post cache. */
  readonly goodUntil?: number;
  /**
   * Number of pictures and clips in the post according to the source, if it states one. It is larger than the number of items read
   * when the source provides only some of them.
   */
  readonly statedItems?: number;
  /** Set when the source states that the post is a picture or a set, so that a picture is not mistaken for the cover of a clip. */
  readonly isPicturePost?: true;
}

/** Reason why an engine returns no post. It is an expected outcome, so it is a value and not an exception. */
export interface EngineFailure extends Failure {
  readonly ok: false;
  readonly terminal: boolean;
  /** Domain suffix of the files' host when it is not an allowed delivery host. Shown only to the owner. */
  readonly host?: string;
  /** Set when the source shows that the post is a clip but provides no file of it. */
  readonly isClip?: true;
  /** Evidence for the failure (`login_wall`, `http_429`) when code and reason do not state it. Only logged. */
  readonly cause?: FailureCause | undefined;
  /** Seconds to wait before the next attempt, if the upstream stated them. */
  readonly retryAfter?: number;
}

/** Result of an engine run: a post or a failure. */
export type EngineOutcome = { readonly ok: true; readonly post: ExtractedPost } | EngineFailure;

/** State of the program or service behind an engine, for display to the owner. */
export interface EngineFacts {
  /** Version that the program or service reports; null while unknown. */
  readonly version: string | null;
  /**
   * `impersonation_missing`: it cannot imitate a browser's requests, so platforms refuse more of them.
   * `too_old`: it lacks required options, or it predates the latest changes of the platforms.
   * `does_not_run`: it is configured, but it cannot be started or fails before it reports its version.
   */
  readonly warning: 'impersonation_missing' | 'too_old' | 'does_not_run' | null;
}

/** Remaining and total number of calls, as last reported by the service behind an engine. */
export interface EngineQuota {
  readonly remaining: number;
  readonly limit: number;
}

/** Method of reading public posts. Each engine has one folder, which imports no other engine, and one line in the registry. */
export interface Engine {
  readonly name: EngineName;
  /** Time limit of a run in milliseconds, if it exceeds the usual limit of an engine. */
  readonly runMs?: number;
  /** Returns false while something that the engine requires is missing. Absent if that cannot change while the server runs. */
  isSetUp?(): boolean;
  /** Returns whether the engine can read links of this kind. */
  supports(link: ParsedLink): boolean;
  /** Reads a post. Resolves for every response of a platform; rejects only on an internal error or when `signal` aborts. */
  extract(link: ParsedLink, signal: AbortSignal): Promise<EngineOutcome>;
  /** Returns what is known about the program or service behind the engine, and starts a refresh in the background if it is outdated. */
  facts?(): EngineFacts;
  /** Returns the quota of the service that is closest to its limit; null while unknown. */
  quota?(): EngineQuota | null;
  /** Stops all runs and background work. */
  close?(): Promise<void>;
}
