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

/** Reads a post from the platform's public pages, for the visitor that `run` names. Rejects only on an internal error or when `signal` aborts. */
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
  readonly cropped: boolean;
  /** Width in pixels of the box that the picture was scaled to fit; null for the original size. */
  readonly box: number | null;
}

/** What the delivery networks of a platform require and state in their URLs. Hints are absent if the URLs state nothing. */
interface DeliveryRules {
  /** Request headers without which some servers of the network reject a request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Throws TypeError unless `address` is an absolute URL. */
  readonly videoHints?: (address: string) => VideoHints;
  readonly pictureHints?: (url: URL) => PictureHints;
}

/** How to recognise that a share link of a platform leads to no post. An absent rule recognises nothing. */
export interface ShareLinkRules {
  /** Meaning of a redirect to a path: the link is dead, this server is refused, or null to follow the redirect. */
  readonly pathMeaning?: (path: string) => 'gone' | 'front_page' | null;
  /** Meaning of a page that was sent with status 200 instead of a redirect; null if the page does not state it. */
  readonly pageMeaning?: (html: string) => 'gone' | 'login_wall' | null;
}

/** What the yt-dlp engine must know about a platform. */
interface YtDlpRules {
  /** Name of yt-dlp's extractor for single posts. */
  readonly extractor: string;
  readonly kinds: ReadonlySet<ParsedLink['kind']>;
  /** Returns the URL of a post in the form that the extractor accepts for every kind of post. */
  readonly addressOf: (link: ParsedLink) => string;
  /** Field of yt-dlp's JSON that contains the handle. */
  readonly handleField: string;
  /** Returns whether an entry without formats can be a photo. */
  readonly mayBePhoto: (link: ParsedLink, isSet: boolean) => boolean;
  /** Returns the key of a format's file, the same for copies of one file on several hosts. */
  readonly fileKeyOf: (formatId: string, url: URL) => string;
  /** Hosts that yt-dlp lists as sources of files and that are not delivery networks. */
  readonly excludedHosts: readonly string[];
}

/**
 * What the server knows about a platform besides its links: hosts, limits, the reader of its pages, and what the engines need to
 * know. Each platform has a folder with its record and page reader; server-platforms.ts lists the records.
 */
export interface ServerPlatform {
  /** Hosts of the platform's pages, which a share link may redirect through. */
  readonly pageHosts: readonly string[];
  /** Domain suffixes under which delivery networks serve only media. */
  readonly mediaSuffixes: readonly string[];
  /** Matches the media hosts under a domain that also serves pages. */
  readonly mediaHostPattern?: RegExp;
  readonly delivery: DeliveryRules;
  /** Starts per hour from this server's address after which further starts are spaced `gapMs` apart. */
  readonly startLimit: { readonly freePerHour: number; readonly gapMs: number };
  readonly createPageReader: (options: PageReaderOptions) => PageReader;
  readonly shareLinks?: ShareLinkRules;
  readonly ytDlp: YtDlpRules;
  /** Parses the handle from the name that cobalt gives to the file of a post; null if the name contains none. Absent if no name does. */
  readonly handleInCobaltName?: (name: string, id: string) => string | null;
  /** Whether a set can contain several clips, which a provider's flat list does not mark. */
  readonly hasSetsOfClips: boolean;
}
