import type { EngineName, MediaKind } from '#shared/contract/content-type.ts';
import type { FailureCode, FailureReason } from '#shared/errors.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { FailureCause } from './failure-cause.ts';

/** A file on a delivery network, with the headers (cookies among them) that network wants. Names in lower case. */
export interface UpstreamFile {
  readonly kind: 'upstream';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Set for a file the owner's own cobalt instance hands out: it is asked for there and nowhere else. */
  readonly via?: 'cobalt' | undefined;
}

/** A file that ships with the program; `file` is a bare name inside the sample engine's media folder. */
export interface SampleFile {
  readonly kind: 'sample';
  readonly file: string;
}

export type MediaSource = UpstreamFile | SampleFile;

/** One way to save one item, as an engine found it. Unknown values are null, never guessed. */
export interface Rendition {
  readonly source: MediaSource;
  readonly kind: MediaKind;
  /** The engine's own word for the quality: 'hd', '1080p', 'no_watermark', '128kbps' …; null when it has none. */
  readonly quality: string | null;
  readonly extension: string | null;
  /** Bytes, as promised by the engine; proven later. */
  readonly size: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly codec: 'h264' | 'h265' | 'vp9' | 'av1' | 'h266' | null;
  /** Bits per second, to tell two renditions of one height apart. */
  readonly bitrate: number | null;
  readonly videoAvailable: boolean;
  readonly audioAvailable: boolean;
  readonly watermarked: boolean;
}

export interface ExtractedItem {
  readonly kind: MediaKind;
  readonly thumbnail: MediaSource | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly renditions: readonly Rendition[];
}

/** A post as an engine read it. The preview room normalises, proves and seals it. */
export interface ExtractedPost {
  readonly id: string;
  readonly username: string | null;
  readonly caption: string;
  readonly thumbnail: MediaSource | null;
  /** Seconds. */
  readonly duration: number | null;
  /** In the order of the post; a set has several. */
  readonly items: readonly ExtractedItem[];
  /** Until when all files can be had, milliseconds since 1970; left out where that is longer than a post is remembered. */
  readonly goodUntil?: number;
  /** Pictures and clips the source says the post holds, where it says so; more than were read when the source gives only some. */
  readonly statedItems?: number;
  /** Set where the source itself says that the post is a picture or a set, so that a picture of it is no clip's cover. */
  readonly isPicturePost?: true;
}

/**
 * Why an engine was not asked: it failed too often, it asked for time, too many requests wait for it, it could not begin in time, the
 * preview's time was over, it does not read such links, or the owner has switched it off.
 */
export type SkipReason =
  | 'circuit_open'
  | 'asked_to_wait'
  | 'queue_full'
  | 'queue_too_slow'
  | 'out_of_time'
  | 'link_unsupported'
  | 'switched_off';

/** Why an engine has no post. Expected, therefore a value and not an exception. */
export interface EngineFailure {
  readonly ok: false;
  readonly code: FailureCode;
  /** A terminal failure (private, gone by an unmistakable sign) ends the chain; anything else moves on to the next engine. */
  readonly terminal: boolean;
  /** True when throttling looks the same as what the sign says: every other failure outranks it, and it counts as no answer. */
  readonly tentative?: true;
  /** The `{message}` when code is 'failed'. */
  readonly reason?: FailureReason;
  /** Suffix of a delivery host outside the list that the files are on; for the owner alone. */
  readonly host?: string;
  /** Set where the source shows that the post is a clip, although it gives no file of it. */
  readonly isClip?: true;
  /** For the log alone: what the sign was (`login_wall`, `http_429`), where code and reason do not tell. */
  readonly cause?: FailureCause | undefined;
  /** Set where the engine was not asked at all. */
  readonly skipped?: SkipReason;
  /** Seconds until another try makes sense, where the platform said so. */
  readonly retryAfter?: number;
}

export type EngineOutcome = { readonly ok: true; readonly post: ExtractedPost } | EngineFailure;

/** What an owner should know of a program or service an engine asks. */
export interface EngineFacts {
  /** As it names itself; null while nobody knows. */
  readonly version: string | null;
  /**
   * `impersonation_missing`: it cannot make its requests look like a browser's, and platforms refuse more of them.
   * `too_old`: it lacks options it needs, or is older than the platforms' latest changes.
   * `does_not_run`: it is set up, but cannot be started or ends before it has said anything.
   */
  readonly warning: 'impersonation_missing' | 'too_old' | 'does_not_run' | null;
}

/** How many calls are left of so many, as the service behind an engine last told. */
export interface EngineQuota {
  readonly remaining: number;
  readonly limit: number;
}

/**
 * A way of reading a public post. An engine is an island: one folder, one line in the registry.
 * `extract` resolves with an outcome for everything a platform can answer; it rejects only on a fault of our own
 * or when `signal` aborts.
 */
export interface Engine {
  readonly name: EngineName;
  /** Milliseconds a run may take, where that is more than an engine usually gets. */
  readonly runMs?: number;
  /** False while what it needs is not there; left out where that cannot change as long as the server runs. */
  isSetUp?(): boolean;
  supports(link: ParsedLink): boolean;
  extract(link: ParsedLink, signal: AbortSignal): Promise<EngineOutcome>;
  /** What is known now of the program or service behind it; asking also has it looked at anew where it has changed. */
  facts?(): EngineFacts;
  /** Of several quotas the one nearest its end; null while nobody knows. */
  quota?(): EngineQuota | null;
  /** Ends whatever is still running. */
  close?(): Promise<void>;
}
