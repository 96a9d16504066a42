import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Announcements } from '../base/announcements/announcements.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { RunSubject } from './circuit-breaker.ts';
import type { EngineOutcome } from './failures.ts';

export interface PageReaderOptions {
  readonly outbound: OutboundClient;
  /** Returns milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Channel to the other instances, which share the pauses of pages; absent if there are none. */
  readonly announcements?: Announcements | undefined;
}

/**
 * Reads a post from the platform's public pages. `run` names the post and the requesting network. Rejects only on an internal error or when
 * `signal` aborts.
 */
export type PageReader = (link: ParsedLink, signal: AbortSignal, run: RunSubject) => Promise<EngineOutcome>;

/** Properties of a video that its URL states; null where the URL does not state one. */
export interface VideoHints {
  /** Shorter side in pixels. */
  readonly shortSide: number | null;
  /** Duration in seconds. */
  readonly duration: number | null;
}

/** Transformations of the original picture that the URL of a picture states. */
export interface PictureHints {
  readonly isCropped: boolean;
  /** Width in pixels of the box that the picture was scaled to fit; null for the original size. */
  readonly boxWidth: number | null;
}

/**
 * Request headers that the delivery networks of a platform require, and functions that read what the URLs of files state. A function is
 * absent if the URLs state nothing.
 */
interface DeliveryRules {
  /** Request headers without which some servers of the network reject a request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Reads the hints in the URL of a video. Throws TypeError unless `address` is an absolute URL. */
  readonly videoHints?: (address: string) => VideoHints;
  readonly pictureHints?: (url: URL) => PictureHints;
}

/** Rules that recognise that a share link of a platform leads to no post. */
export interface ShareLinkRules {
  /** Returns what a redirect to `path` means: 'gone', the link is dead; 'front_page', the platform refuses this server; null, follow it. */
  readonly pathMeaning?: (path: string) => 'gone' | 'front_page' | null;
  /** Returns what a page with status 200 in place of a redirect means; null if the page states nothing. */
  readonly pageMeaning?: (html: string) => 'gone' | 'login_wall' | null;
}

/** What the yt-dlp engine must know about a platform. */
interface YtDlpRules {
  /** Name of yt-dlp's extractor for single posts. */
  readonly extractor: string;
  /** Kinds of links that yt-dlp can read. */
  readonly kinds: ReadonlySet<ParsedLink['kind']>;
  /** Returns the URL of a post in the form that the extractor accepts for every kind of post. */
  readonly addressOf: (link: ParsedLink) => string;
  /** Field of yt-dlp's JSON that contains the author's handle. */
  readonly handleField: string;
  /** Returns whether an entry without formats can be a photo. */
  readonly mayBePhoto: (link: ParsedLink, isSet: boolean) => boolean;
  /** Returns the key of a format's file, the same for copies of one file on several hosts. */
  readonly fileKeyOf: (formatId: string, url: URL) => string;
  /** Hosts that yt-dlp lists as sources of files and that are not delivery networks. */
  readonly excludedHosts: readonly string[];
}

/**
 * What the server knows about a platform besides its links: hosts, limits, the reader of its pages, and facts for the engines. Each platform
 * has a folder with its record and page reader; server-platforms.ts lists the records.
 */
export interface ServerPlatform {
  /** Hosts of the platform's pages, which a share link may redirect through. */
  readonly pageHosts: readonly string[];
  /** Domain suffixes under which delivery networks serve only media. */
  readonly mediaSuffixes: readonly string[];
  /** Matches the media hosts under a domain that also serves pages. */
  readonly mediaHostPattern?: RegExp;
  readonly delivery: DeliveryRules;
  /** Number of runs per hour that start without delay; further runs start at least `gapMs` milliseconds apart. */
  readonly startLimit: { readonly freePerHour: number; readonly gapMs: number };
  readonly createPageReader: (options: PageReaderOptions) => PageReader;
  readonly shareLinks?: ShareLinkRules;
  readonly ytDlp: YtDlpRules;
  /**
   * Returns the author's handle in the file name that cobalt gives to the post `id`; null if there is none. Absent if no file name has a
   * handle.
   */
  readonly handleInCobaltName?: (name: string, id: string) => string | null;
  /** Whether a set can contain several clips. A provider's flat list of files does not show which files belong to which clip. */
  readonly hasSetsOfClips: boolean;
}
