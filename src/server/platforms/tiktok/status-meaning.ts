import { type EngineFailure, failed } from '../failures.ts';

/** Failure that a status code of TikTok stands for. */
export interface StatusMeaning {
  readonly failure: EngineFailure;
  /**
   * Failure to report if TikTok's oEmbed service does not know the post either. Set only for a status that TikTok sends both for missing
   * posts and to servers that it blocks.
   */
  readonly failureIfUnknown?: EngineFailure;
}

const GONE = failed('deleted');
const PRIVATE = failed('private_post');
const REGION = failed('region');
const DENIED = failed('status_10204');

/**
 * Words of TikTok's messages with their meanings; the first match counts. A message names a rule and the state of the post, such as
 * `item_privacy_authorization&status_self_see`, `cross_border_violation_…` or `status_reviewing`.
 */
const WORDS: readonly (readonly [words: RegExp, failure: EngineFailure])[] = [
  [/\bgeo|\bregion|\bcountry\b|\bcross ?border\b|\byour location\b/, REGION],
  [
    /\breviewing\b|\b(?:in|under|pending|status|item) review\b|\breview pending\b|\bauditing\b/,
    failed('in_review'),
  ],
  [/\bdeleted?\b|\bremoved\b/, GONE],
  [/\bclassif|\bage (?:gate|limit|restrict)/, failed('age_restricted')],
  [
    /\b(?:self|friends?|followers?|fans?|mutual|part) (?:see|only|visible)\b|\bonly (?:me|self|friends|followers)\b|\bsecret\b|\bprivate\b|\bprivacy\b/,
    PRIVATE,
  ],
];
/** Matches messages that a post does not exist. TikTok also sends such messages to servers that it blocks, unlike `status_deleted`. */
const MISSING_WORDS = /\bexist|\bunavailable\b|\bnot (?:be )?found\b/;

/** Meanings of status codes whose message states nothing more. */
const CODES = new Map<number, StatusMeaning>([
  [10202, { failure: GONE, failureIfUnknown: GONE }],
  [10203, { failure: GONE, failureIfUnknown: GONE }],
  [10216, { failure: PRIVATE }],
  [10217, { failure: GONE }],
  [10221, { failure: GONE }],
  [10222, { failure: PRIVATE }],
  [10231, { failure: REGION }],
]);
/** Status code for posts that are missing, closed to this server or closed to everybody; only the message shows which. */
const AMBIGUOUS = 10204;

/** Separates the words of a message: `statusSelfSee` and `status_self-see` become `status self see`. */
const wordsOf = (message: string): string =>
  message
    .slice(0, 500)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z']+/g, ' ');

/**
 * Returns the failure that a status code of TikTok and its message stand for; null for the code 0 if the message names no problem. `message`
 * is '' if TikTok sent none.
 */
export function statusMeaning(code: number, message: string): StatusMeaning | null {
  const words = wordsOf(message);
  const stated = WORDS.find(([pattern]) => pattern.test(words))?.[1];
  if (stated !== undefined) return { failure: stated };
  const isMissing = MISSING_WORDS.test(words);
  if (code === AMBIGUOUS) return { failure: DENIED, failureIfUnknown: isMissing ? GONE : DENIED };
  const known = CODES.get(code);
  if (known !== undefined) return known;
  if (isMissing) return { failure: failed('unavailable') };
  return code === 0 ? null : { failure: failed('page_refused') };
}
