import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import {
  GONE,
  LIMITED,
  NETWORK,
  NO_MEDIA,
  PRIVATE,
  REGION_BLOCKED,
  TIMED_OUT,
  UNREADABLE,
  UNREADABLE_HERE,
  UPSTREAM_ERROR,
  WITHHELD,
} from '../fault-sentences.ts';
import type { Canned } from '../integration/fake-outbound-client.ts';

export type Answer = Canned | OutboundError;

/** Answers of a platform to the native engine, and what the visitor, the status and the circuit make of them. */
export interface NativeAnswers {
  /** Id of the post that the answers contain. */
  readonly id: string;
  /** Possible responses of the post's page. */
  readonly pages: Readonly<Record<string, Answer>>;
  /** Further responses of the post's page, for the table of evidence. */
  readonly morePages: Readonly<Record<string, Answer>>;
  /**
   * Possible responses of the embed, and of oEmbed where the platform's reader requests it; null for a platform without
   * an embed.
   */
  readonly embeds: Readonly<Record<string, Answer>> | null;
  /** Possible responses of oEmbed, where the platform's reader requests it. */
  readonly oembeds?: Readonly<Record<string, Answer>>;
  /** Response of oEmbed where the embed is `post`. */
  readonly oembedOfPost?: Canned;
  /** Expected results by the page's response, then by the embed's response where there is an embed. */
  readonly expected: Readonly<Record<string, Row | string>>;
  /** Expected effects of the faults that the mock server plays. */
  readonly faults: readonly ExpectedFault[];
}

/** Effect of a fault of the mock server on the native engine; the columns of `FaultRow`, in its order. */
export type ExpectedFault = readonly [
  fault: string,
  says: string,
  next: 'asked' | 'not asked',
  breaker: 'closed' | 'open',
  pause?: 'paused',
];

const block = (data: unknown) =>
  `<script type="application/json" data-content-len="1" data-sjs>${JSON.stringify(data)}</script>`;
/** Builds a page with data blocks, which the readers of every platform find. */
export const page = (...blocks: unknown[]) =>
  `<!DOCTYPE html><html><body>${blocks.map(block).join('')}</body></html>`;

export const DOWN = new OutboundError('unreachable');
export const UNKNOWN_LAYOUT: Canned = { body: page({ a_new_layout: 'x'.repeat(3_000) }) };
export const EMPTY: Canned = { body: '' };

/** What a visitor gets who gets no message. */
export const POST = 'a post';

/** Expected effects of the faults that every reader treats alike. */
export const COMMON_EFFECTS: readonly ExpectedFault[] = [
  ['page-gated', PRIVATE, 'not asked', 'closed'],
  ['page-gone', GONE, 'not asked', 'closed'],
  ['page-limited', LIMITED, 'asked', 'closed', 'paused'],
  ['page-throttled', LIMITED, 'asked', 'closed'],
  ['page-challenge', LIMITED, 'asked', 'closed'],
  ['page-server-error', UPSTREAM_ERROR, 'asked', 'open'],
  ['page-slow', POST, 'not asked', 'closed'],
  ['page-late', TIMED_OUT, 'asked', 'open'],
  ['page-stalled', TIMED_OUT, 'asked', 'open'],
  ['page-reset', NETWORK, 'asked', 'open'],
  ['page-unreadable', UNREADABLE, 'asked', 'open'],
  ['page-renamed', UNREADABLE, 'asked', 'open'],
  ['page-no-media', NO_MEDIA, 'asked', 'closed'],
  ['media-probe-html', NO_MEDIA, 'asked', 'open'],
];

// Results: the visitor's message, the status assessment, and the effect on the native engine's circuit.
export const AS_POST = `${POST} | worked | answered`;
export const AS_GONE = `${GONE} | worked | answered`;
export const AS_UNREADABLE_HERE = `${UNREADABLE_HERE} | nothing | limited`;
export const AS_REGION = `${REGION_BLOCKED} | worked | answered`;
export const AS_LIMITED = `${LIMITED} | failed | limited`;
const AS_WITHHELD = `${WITHHELD} | failed | limited`;
const AS_UNREADABLE = `${UNREADABLE} | failed | open`;
const AS_NETWORK = `${NETWORK} | failed | open`;

/** Results by the embed's response. */
export type Row = Readonly<Record<string, string>>;
/** Builds a row with the same result for every embed without the post. */
export const all = (expected: string, but: Row = {}): Row => ({
  post: AS_POST,
  ...Object.fromEntries(
    ['broken', '404', '429', 'unreadable', 'network failure'].map((embed) => [embed, expected]),
  ),
  ...but,
});
/** Results of a page that refuses to show any post. */
export const wall = all(AS_LIMITED);
/** Results of a page that the platform sends instead of all posts, without saying for how long. */
export const withheld = all(AS_WITHHELD, { '429': AS_LIMITED });
/** Results of a page whose layout is unknown. */
export const unreadable = all(AS_UNREADABLE, { '429': AS_LIMITED });
/** Results of a page that cannot be reached. */
export const offline = all(AS_NETWORK, { '429': AS_LIMITED, unreadable: AS_UNREADABLE });
