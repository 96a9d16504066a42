import type { ParsedLink } from '../../src/shared/links/parsed-link.ts';
import type { PageFault } from './fault.ts';
import type { MockPost, MockRendition } from './post.ts';
import type { Exchange } from './reply.ts';
import type { PageState } from './site-pages.ts';

/** The parts of a media URL's query that the mock server checks. */
export interface ReadQuery {
  /** Number of the page load (from 1) that the URL comes from; NaN for a URL of no page. */
  readonly reading: number;
  readonly signature: string;
  /** True when the URL requests a smaller or cropped version of a picture. */
  readonly derived: boolean;
}

/** A platform's pages and short links. */
export interface MockSite {
  /** Matches the hosts of pages and short links. */
  readonly hosts: RegExp;
  readonly answer: (exchange: Exchange, state: PageState) => void;
}

/** A platform's delivery network. */
export interface MockDelivery {
  readonly hosts: RegExp;
  /** Another host of the network, to which a fault redirects. */
  readonly sisterHost: string;
  /** Headers of every file. */
  readonly headers: Readonly<Record<string, string>>;
  /** Builds the URL of a file as page load number `reading` would contain it. */
  readonly addressOf: (file: MockRendition, reading: number) => string;
  readonly readQuery: (query: URLSearchParams) => ReadQuery;
  /** Returns whether the request has what the network requires beside a signed URL; absent when that is nothing. */
  readonly mayHave?: (exchange: Exchange, file: MockRendition, reading: number) => boolean;
}

/** How the posts of a platform with a fault are made. */
export interface MockFaultPosts {
  /** Faults of its page, beyond those that every site has. */
  readonly pageFaults: readonly PageFault[];
  readonly makePost: (name: string, id: string, quality: '1080p' | '720p') => MockPost;
  /** Makes a set of five pictures; absent on a platform without sets, which then has no faults of one picture. */
  readonly makeSet?: (name: string, id: string) => MockPost;
}

export interface MockShortLinks {
  /** Builds a short link from an eight-letter code. */
  readonly linkOf: (code: string) => string;
  /** Query that the platform adds to the link that a short link leads to. */
  readonly query: string;
  /** Working short links, and the name of the post each one leads to. */
  readonly working: readonly (readonly [link: string, post: string])[];
}

/** How a cobalt instance returns the files of a platform. */
export interface MockCobalt {
  /** Returns the beginning of the names of a post's files. */
  readonly stemOf: (post: MockPost) => string;
  /** Whether it tunnels the files; otherwise it redirects to them. */
  readonly tunnels: boolean;
  /** Whether it lists even a single picture as a set. */
  readonly listsOnePicture: boolean;
}

/** All that the mock server needs to play a platform, and what tests need to name its posts. */
export interface MockPlatform {
  /** Hosts that are routed to the mock server: those of pages, short links and media. */
  readonly routed: readonly string[];
  readonly site: MockSite;
  readonly delivery: MockDelivery;
  /** The posts without faults. */
  readonly posts: readonly MockPost[];
  /** Sets with more files, or more bytes, than a browser accepts from one click. */
  readonly largeSets: readonly MockPost[];
  readonly faults: MockFaultPosts;
  /** Null for a platform without short links. */
  readonly shortLinks: MockShortLinks | null;
  /** Null for a platform that cobalt does not support. */
  readonly cobalt: MockCobalt | null;
  readonly idPattern: RegExp;
  /** Builds a post id from a number up to 99,999. */
  readonly idOf: (number: number) => string;
  /** Builds the canonical link of an ordinary post, and the kind of that link. */
  readonly linkOf: (id: string) => Pick<ParsedLink, 'kind' | 'url'>;
}
