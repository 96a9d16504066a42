import type { PlatformId } from '../../src/shared/platforms/platforms.ts';
import type { MockPost } from './post.ts';

/** What the platform's page returns instead of the post. */
export type PageFault =
  | 'private'
  | 'gated'
  | 'gone'
  | 'region'
  | 'limited'
  | 'login-wall'
  | 'login-redirect'
  | 'throttled'
  | 'queried'
  | 'challenge'
  | 'desktop-challenge'
  | 'empty'
  | 'server-error'
  | 'slow'
  | 'late'
  | 'stalled'
  | 'reset'
  | 'unreadable'
  | 'no-media'
  | 'renamed';

/**
 * What a delivery host does to a transfer. The probe for the first bytes is answered normally, except by the faults
 * whose name begins with `probe`. `at` is an offset in the whole file, wherever the requested range begins.
 */
export type MediaFault =
  | { readonly kind: 'cut' | 'stall' | 'reset' | 'chunked-cut'; readonly at: number }
  /** The transfer is cut at an offset and the URL then answers 403; a newly loaded page has a working URL. */
  | { readonly kind: 'cut-then-expired'; readonly at: number }
  /**
   * The URLs of page loads up to `upTo` expire when a transfer reaches an offset: it is cut there, and all these URLs
   * answer 403 from then on. Later page loads give working URLs, of the same file or of another file of the same size.
   */
  | {
      readonly kind: 'expires';
      readonly at: number;
      readonly upTo: number;
      readonly afterRefresh: 'same' | 'other-file';
      /** The validator that every response carries. */
      readonly validators: 'etag' | 'date' | 'none';
    }
  /** The URL is rejected unless it comes from a page load after the first one; with `never` it stays rejected. */
  | {
      readonly kind: 'expired';
      readonly status: 403 | 410;
      readonly afterRefresh: 'same' | 'other-file' | 'never';
    }
  | {
      readonly kind: 'redirect';
      readonly to: 'loopback' | 'metadata' | 'foreign' | 'plain-http' | 'loop' | 'listed';
    }
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number }
  | {
      readonly kind:
        | 'length-too-large'
        | 'shorter'
        | 'longer'
        | 'extra-bytes'
        | 'chunked'
        | 'reset-at-once'
        | 'html'
        | 'html-as-video'
        | 'gzip'
        | 'server-error'
        | 'limited'
        | 'no-ranges'
        | 'probe-refused'
        | 'probe-slow'
        | 'probe-no-length'
        | 'probe-html';
    };

/** What the provider API returns instead of the post. */
export type ProviderFault =
  | 'key'
  | 'not-subscribed'
  | 'quota'
  | 'server-error'
  | 'html'
  | 'error-body'
  | 'message-body'
  | 'empty-medias'
  | 'empty-body'
  | 'broken-json'
  | 'forbidden'
  | 'restricted-key'
  | 'quota-forbidden'
  | 'last-call'
  | 'not-found'
  | 'number-list'
  | 'foreign-media'
  | 'plain-media'
  | 'reset'
  | 'slow';

/** What a cobalt instance returns instead of the post, or (`tunnel-…`) what its tunnel does to the file. */
export type CobaltFault =
  | 'key'
  | 'gateway'
  | 'private'
  | 'age'
  | 'unavailable'
  | 'fetch-empty'
  | 'fetch-rate'
  | 'rate-exceeded'
  | 'last-call'
  | 'region'
  | 'unsupported'
  | 'fetch-fail'
  | 'timed-out'
  | 'invalid-body'
  | 'server-error'
  | 'html'
  | 'empty-body'
  | 'broken-json'
  | 'unknown-status'
  | 'empty-picker'
  | 'pieces'
  | 'foreign-address'
  | 'reset'
  | 'slow'
  | 'tunnel-expired'
  | 'tunnel-limited'
  | 'tunnel-html'
  | 'tunnel-empty'
  | 'tunnel-cut'
  | 'tunnel-no-length'
  | 'tunnel-no-length-cut'
  | 'tunnel-shifted'
  | 'tunnel-reset';

/** What a short link leads to instead of a post. */
export type ShortLinkFault = 'dead' | 'home' | 'login' | 'loop' | 'loopback' | 'foreign' | 'gone' | 'limited';

export interface MockFault {
  /** For example `page-private`, `media-cut`, `provider-quota`, `short-home`. Each platform has a row of that name. */
  readonly name: string;
  readonly platform: PlatformId;
  readonly where: 'page' | 'media' | 'provider' | 'short-link';
  readonly link: string;
  readonly does: string;
  /** The post with the fault; null for short links that lead to no post. */
  readonly post: MockPost | null;
  readonly page?: PageFault;
  readonly media?: MediaFault;
  /** Number of transfers that fail; all of them when omitted. */
  readonly times?: number;
  /** Index of the item in the set that fails; the first when omitted. */
  readonly item?: number;
  readonly provider?: ProviderFault;
  readonly shortLink?: ShortLinkFault;
  /**
   * How a download must end, resumes included. `either` allows success or failure, but never a success with wrong
   * bytes.
   */
  readonly transfer?: 'complete' | 'fails' | 'either';
}
