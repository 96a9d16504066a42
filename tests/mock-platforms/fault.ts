import type { MockPlatform, MockPost } from './post.ts';

/** What the platform's page does instead of showing the post. */
export type PageFault =
  | 'private'
  | 'gated'
  | 'gone'
  | 'region'
  | 'limited'
  | 'login-wall'
  | 'login-redirect'
  | 'throttled'
  | 'challenge'
  | 'desktop-challenge'
  | 'empty'
  | 'server-error'
  | 'slow'
  | 'late'
  | 'stalled'
  | 'reset'
  | 'unreadable'
  | 'no-media';

/**
 * What a delivery host does to a transfer. The probe for the first bytes is answered as if nothing were wrong, except by the
 * faults whose name begins with `probe`. `at` is a byte of the whole file, wherever the asked range begins.
 */
export type MediaFault =
  | { readonly kind: 'cut' | 'stall' | 'reset' | 'chunked-cut'; readonly at: number }
  /** Cut at a byte, and from then on the link counts as expired; a freshly read page gives a link that works. */
  | { readonly kind: 'cut-then-expired'; readonly at: number }
  /**
   * Addresses of the readings so far run out when a transfer comes to a byte: it is cut there, and all are refused from
   * then on. Later readings give addresses that work, of the same file or of another one of its size.
   */
  | {
      readonly kind: 'expires';
      readonly at: number;
      readonly upTo: number;
      readonly renewed: 'same' | 'other-file';
      /** What every answer tells the file by. */
      readonly validators: 'etag' | 'date' | 'none';
    }
  /** Refused unless the link comes from a page read after the first one; `never` is for links that stay dead. */
  | {
      readonly kind: 'expired';
      readonly status: 403 | 410;
      readonly renewed: 'same' | 'other-file' | 'never';
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

/** What the provider API answers instead of the post. */
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

/** What a cobalt instance answers instead of the post, or (`tunnel-…`) what its tunnel does to the file. */
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
  /** `page-private`, `media-cut`, `provider-quota`, `short-home` …; one row per platform has it. */
  readonly name: string;
  readonly platform: MockPlatform;
  readonly where: 'page' | 'media' | 'provider' | 'short-link';
  readonly link: string;
  readonly does: string;
  /** The post behind the fault, null for short links that lead to none. */
  readonly post: MockPost | null;
  readonly page?: PageFault;
  readonly media?: MediaFault;
  /** How many transfers are struck; all of them when it is left out. */
  readonly times?: number;
  /** The item of the set that is struck; the first when it is left out. */
  readonly item?: number;
  readonly provider?: ProviderFault;
  readonly shortLink?: ShortLinkFault;
  /** How a save must end, resumes included. 'either' may end or fail, but never passes wrong bytes off as a success. */
  readonly transfer?: 'complete' | 'fails' | 'either';
}
