import type { FailureCode, FailureReason, ShownCause } from '#shared/failures.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import type { ExtractedPost } from './reading/extracted-post.ts';

/**
 * What a failure to read a post means to visitors, the owner, the circuit breaker, the status page and the pauses of a platform's pages.
 */
export interface FailureRow {
  /** Code that the API states. The HTTP status of the code is in `#shared/failures.ts`, its sentence in the messages. */
  readonly code: FailureCode;
  /** Reason that the API states with the code `failed`; it selects the sentence for the visitor. */
  readonly reason?: FailureReason;
  /** Cause that the panel shows the owner, with advice. */
  readonly shown: ShownCause;
  /** Whether the evidence is unambiguous, so that no other engine is tried. */
  readonly terminal: boolean;
  /** Whether throttling produces the same evidence, so that the failure must not count as an answer about the post. */
  readonly tentative: boolean;
  /** Rank among the failures of a chain. The lowest number is the most specific failure. */
  readonly rank: number;
  /**
   * What the circuit breaker counts. `answered`: the engine works. `fault`: the engine is broken. `limited`: the failure shows neither. A
   * failure with `retryAfter` pauses the engine unless this is `answered`.
   */
  readonly breaker: 'answered' | 'fault' | 'limited';
  /**
   * What the status page counts. `empty`: a failure if such answers are far more frequent than usual, otherwise nothing.
   * `not_reached`: nothing, because no request to the platform was involved.
   */
  readonly status: 'worked' | 'failed' | 'empty' | 'nothing' | 'not_reached';
  /** `counted`: the status page counts the failure in the monitor's checks too. `warned`: the log has a warning instead. */
  readonly check: 'counted' | 'warned';
  /**
   * What the pause of a platform's pages counts. `refused`: the platform states that it refuses this server. `suspicious`: the platform may
   * refuse this server, or the post itself may be the cause. `served`: the platform serves pages to this server. `neutral`: no indication.
   */
  readonly page: 'refused' | 'suspicious' | 'served' | 'neutral';
  /** `maybe`: the platform may answer a request from another address differently, so that a request through the owner's proxy makes sense. */
  readonly elsewhere: 'maybe' | 'same';
  /** Set for a failure that shows that the request or the run hung. */
  readonly hangs?: true;
  /** Set where the source shows that the post is a clip but provides no file of it. */
  readonly isClip?: true;
}

/** Engine, program or page that is broken for every post. */
const FAULT = {
  code: 'failed',
  shown: 'fault',
  terminal: false,
  tentative: false,
  rank: 4,
  breaker: 'fault',
  status: 'failed',
  check: 'counted',
  page: 'neutral',
  elsewhere: 'maybe',
} as const satisfies FailureRow;

// What the platform says about the post, the most specific first. For the owner's own post this is ambiguous: it may be deleted, or the
// platform shows nothing to this server.
const PRIVATE = {
  ...FAULT,
  code: 'private',
  shown: 'private',
  rank: 0,
  breaker: 'answered',
  status: 'worked',
  check: 'warned',
  page: 'suspicious',
} as const satisfies FailureRow;
const GONE = { ...PRIVATE, code: 'gone', shown: 'gone', rank: 1, page: 'neutral' } as const;
const PROVEN = { terminal: true, page: 'served', elsewhere: 'same' } as const;
const PROVEN_PRIVATE = { ...PRIVATE, ...PROVEN } as const satisfies FailureRow;
const PROVEN_GONE = { ...GONE, ...PROVEN } as const satisfies FailureRow;
const ABOUT_POST = {
  ...FAULT,
  rank: 1.5,
  breaker: 'answered',
  status: 'worked',
  page: 'served',
  elsewhere: 'same',
} as const satisfies FailureRow;
const LIMITED = {
  ...FAULT,
  code: 'rate_limited',
  shown: 'limited',
  rank: 2,
  breaker: 'limited',
  page: 'refused',
} as const satisfies FailureRow;
// Either the post has no media, or the platform withholds or has renamed the media of every post; only their share shows which.
const NO_MEDIA = {
  ...ABOUT_POST,
  code: 'no_media',
  shown: 'no_media',
  rank: 3,
  status: 'empty',
} as const satisfies FailureRow;
const NETWORK = { ...FAULT, code: 'network', shown: 'no_network', rank: 5 } as const satisfies FailureRow;

// Pages without the post.
const UNREADABLE = {
  ...FAULT,
  reason: 'page_unreadable',
  shown: 'unreadable',
  page: 'suspicious',
} as const satisfies FailureRow;
const REFUSED = { ...UNREADABLE, reason: 'page_refused', shown: 'refused' } as const satisfies FailureRow;
/** The platform sends readers without an account away. Such a refusal lasts, so the failure states no wait. */
const WITHHELD = { ...REFUSED, reason: 'posts_withheld', breaker: 'limited' } as const satisfies FailureRow;
/** The answer is the same for a deleted post, so only a high share of such answers shows that the platform refuses this server. */
const UNREADABLE_HERE = {
  ...FAULT,
  reason: 'unreadable_here',
  shown: 'refused',
  breaker: 'limited',
  status: 'empty',
} as const satisfies FailureRow;
/** Throttling produces the same evidence, so such a failure is no answer about the post. */
const TENTATIVE = {
  tentative: true,
  breaker: 'limited',
  status: 'nothing',
  page: 'suspicious',
  elsewhere: 'maybe',
} as const;
const PERHAPS_GONE = { ...GONE, ...TENTATIVE, rank: 8 } as const satisfies FailureRow;
const PERHAPS_DENIED = { ...UNREADABLE_HERE, ...TENTATIVE, rank: 11 } as const satisfies FailureRow;

// Faults of the way to the platform, of a service, and requests that were not sent.
const UPSTREAM_ERROR = { ...FAULT, reason: 'upstream_error', shown: 'upstream_error' } as const;
const SLOW = { ...FAULT, reason: 'upstream_timeout', shown: 'slow', hangs: true } as const;
const SERVICE_KEY = { ...FAULT, reason: 'provider_key', shown: 'service_key', elsewhere: 'same' } as const;
const SERVICE_ANSWER = { ...SERVICE_KEY, reason: 'provider_answer', shown: 'service_answer' } as const;
const NO_REQUEST = {
  ...FAULT,
  shown: 'unsupported',
  breaker: 'answered',
  status: 'not_reached',
  elsewhere: 'same',
} as const satisfies FailureRow;

const NO_LINK = { ...NO_REQUEST, code: 'link_invalid', rank: 6, status: 'nothing' } as const;
const DEAD_LINK = { ...ABOUT_POST, reason: 'short_link_dead', shown: 'gone', rank: 4 } as const;

/**
 * All failures to read a post, by cause. The log names the cause where code and reason say less; docs/operations.md explains each. A text
 * from a platform, a program or a service never becomes a cause.
 */
export const FAILURES = {
  // Stated about the post.
  private: PRIVATE,
  paid_post: PRIVATE,
  for_followers: { ...PRIVATE, shown: 'login_wall' },
  marked_private: { ...PRIVATE, page: 'served', elsewhere: 'same' },
  private_post: PROVEN_PRIVATE,
  age_restricted: PROVEN_PRIVATE,
  followers_only: PROVEN_PRIVATE,
  sensitive: PROVEN_PRIVATE,
  gone: GONE,
  unavailable: GONE,
  deleted: PROVEN_GONE,
  missing: PROVEN_GONE,
  region: { ...ABOUT_POST, reason: 'region', shown: 'region', elsewhere: 'maybe' },
  in_review: { ...ABOUT_POST, reason: 'in_review', shown: 'no_media' },
  watermarked_only: { ...ABOUT_POST, reason: 'watermarked_only', shown: 'no_media' },
  no_media: NO_MEDIA,
  clip_withheld: { ...NO_MEDIA, isClip: true },
  /** The delivery network refuses all files of the post. Unlike a post without media, this is a fault of the engine. */
  files_refused: { ...UPSTREAM_ERROR, code: 'no_media', shown: 'files_refused', rank: 3 },

  // Stated about this server.
  rate_limited: LIMITED,
  too_many_requests: LIMITED,
  limit_or_login: { ...LIMITED, shown: 'login_wall' },
  challenge: { ...LIMITED, shown: 'challenge' },
  // Single posts have these two as well, so they pause the platform's pages only by their number.
  forbidden: { ...LIMITED, shown: 'refused', page: 'suspicious' },
  page_without_data: { ...LIMITED, shown: 'empty_page', page: 'suspicious' },
  posts_withheld: WITHHELD,
  access_refused: WITHHELD,
  consent_page: WITHHELD,
  login_required: { ...WITHHELD, shown: 'login_wall' },
  login_wall: { ...WITHHELD, shown: 'login_wall' },
  empty_answer: { ...WITHHELD, shown: 'empty_page' },
  front_page: { ...WITHHELD, shown: 'empty_page' },
  preview_only: { ...WITHHELD, shown: 'empty_page' },
  stub_page: { ...WITHHELD, shown: 'empty_page' },
  unexpected_page: { ...WITHHELD, shown: 'empty_page' },
  proxy_refused: { ...WITHHELD, shown: 'program' },
  page_refused: REFUSED,
  proxy_limited: { ...REFUSED, shown: 'program' },
  'refused-address': REFUSED,
  'refused-host': REFUSED,
  'refused-redirect': REFUSED,

  // Sent both for missing posts and to refused servers.
  unreadable_here: UNREADABLE_HERE,
  gated: UNREADABLE_HERE,
  status_10204: UNREADABLE_HERE,
  status_unchecked: PERHAPS_DENIED,
  address_blocked: PERHAPS_DENIED,
  empty_media: { ...PERHAPS_DENIED, shown: 'empty_page' },
  unavailable_here: { ...PERHAPS_DENIED, shown: 'gone' },
  perhaps_gone: PERHAPS_GONE,
  embed_broken: { ...PERHAPS_GONE, shown: 'empty_page' },
  login_link: { ...PERHAPS_GONE, shown: 'login_wall' },

  // Pages and outputs that were not understood.
  page_unreadable: UNREADABLE,
  layout_unknown: UNREADABLE,
  extraction_failed: UNREADABLE,
  'too-large': UNREADABLE,
  options_refused: { ...UNREADABLE, shown: 'program' },
  output_too_large: { ...UNREADABLE, shown: 'program' },
  program_crashed: { ...UNREADABLE, shown: 'program' },
  unknown_error: { ...UNREADABLE, shown: 'program' },
  wrong_post: { ...UNREADABLE, shown: 'program' },
  engine_fault: { ...UNREADABLE, shown: 'fault' },

  // Nothing usable came back.
  network: NETWORK,
  read_failed: NETWORK,
  unreachable: NETWORK,
  unresolved: NETWORK,
  'proxy-refused': { ...NETWORK, shown: 'proxy' },
  'proxy-unreachable': { ...NETWORK, shown: 'proxy' },
  proxy_budget: { ...LIMITED, shown: 'proxy_budget' },
  upstream_error: UPSTREAM_ERROR,
  instance_failed: UPSTREAM_ERROR,
  'bad-answer': UPSTREAM_ERROR,
  fetch_failed: { ...UPSTREAM_ERROR, shown: 'no_network' },
  service_refused: { ...UPSTREAM_ERROR, shown: 'refused' },
  upstream_timeout: SLOW,
  proxy_timeout: SLOW,
  read_timeout: SLOW,
  run_timeout: SLOW,
  timeout: SLOW,

  // Services.
  provider_key: SERVICE_KEY,
  key_refused: SERVICE_KEY,
  gateway_refused: SERVICE_KEY,
  provider_answer: SERVICE_ANSWER,
  answer_unknown: SERVICE_ANSWER,
  html_answer: SERVICE_ANSWER,
  not_json: SERVICE_ANSWER,
  other_post: SERVICE_ANSWER,
  route_unknown: SERVICE_ANSWER,
  quota_used_up: { ...LIMITED, shown: 'service_quota' },
  over_capacity: { ...LIMITED, shown: 'service_quota' },

  // Links that nobody reads, and engines that were not run.
  link_invalid: NO_LINK,
  link_unknown: NO_LINK,
  address_unsupported: { ...NO_REQUEST, reason: 'address_unsupported' },
  service_disabled: { ...NO_REQUEST, reason: 'address_unsupported' },
  // The engine refuses it because it has no session; the platform is not asked.
  story_needs_session: { ...NO_REQUEST, reason: 'story_needs_session' },
  no_engine: { ...NO_REQUEST, reason: 'no_engine' },
  no_service: { ...NO_REQUEST, reason: 'no_engine', shown: 'service_answer' },
  short_link_dead: { ...DEAD_LINK, ...PROVEN },
  short_link_unread: { ...DEAD_LINK, page: 'neutral', elsewhere: 'maybe' },
  engine_resting: { ...FAULT, reason: 'engine_resting', shown: 'limited', rank: 14, elsewhere: 'same' },
  queue_full: { ...LIMITED, status: 'not_reached' },
  queue_too_slow: { ...LIMITED, status: 'not_reached' },
} as const satisfies Readonly<Record<string, FailureRow>>;

/** Key of FAILURES: why a post could not be read. */
export type FailureCause = keyof typeof FAILURES;

/**
 * Why an engine was not run, or a page not requested. `circuit_open`: the engine failed too often. `asked_to_wait`: the service or platform
 * stated a wait. `queue_full`, `queue_too_slow`: the engine is busy. `pages_paused`: the platform refuses its pages to this server, or
 * seems to.
 */
export type SkipReason = 'circuit_open' | 'asked_to_wait' | 'queue_full' | 'queue_too_slow' | 'pages_paused';

/** What else is known about a failure. */
interface FailureFacts extends FailedTries {
  /** Status of the response, for the log. */
  readonly httpStatus?: number;
  /** Seconds to wait before the next attempt, if the upstream stated them. */
  readonly retryAfter?: number;
  /** Domain suffix of the files' host when it is not an allowed delivery host. Shown only to the owner. */
  readonly host?: string;
  /** Set when the source shows that the post is a clip but provides no file of it. */
  readonly isClip?: true;
  /** Absent if the engine was run and the page was requested. */
  readonly skipReason?: SkipReason;
}

/** Why an engine returns no post: the cause, the row of the cause in FAILURES, and other facts. An engine returns a failure, never throws it. */
export interface EngineFailure extends FailureRow, FailureFacts {
  readonly ok: false;
  readonly cause: FailureCause;
}

/** One try that found no post, and the route of the try. */
export interface FailedTry {
  readonly route: OutboundRoute;
  readonly failure: EngineFailure;
}

/** The failed tries of a run that could use several routes, in the order in which they ended; absent if there were none. */
export interface FailedTries {
  readonly failedTries?: readonly FailedTry[];
}

/** Result of an engine run: a post or a failure. */
export type EngineOutcome =
  | ({ readonly ok: true; readonly post: ExtractedPost } & FailedTries)
  | EngineFailure;

/** Creates a failure with the row of `cause` in FAILURES. */
export function failed(cause: FailureCause, facts: FailureFacts = {}): EngineFailure {
  return { ok: false, cause, ...FAILURES[cause], ...facts };
}

/** Returns the field `retryAfter` of a failure; an empty object if the upstream stated no wait (null or 0). */
export const retryAfterField = (seconds: number | null): FailureFacts =>
  seconds ? { retryAfter: seconds } : {};

/** Code and reason of a failure as the API states them. */
export interface StatedFailure {
  readonly code: FailureCode;
  readonly reason?: FailureReason | undefined;
}

/** Creates the failure whose cause is the code or, for the code `failed`, the reason, which is 'upstream_error' by default. */
export function plainFailure(
  { code, reason = 'upstream_error' }: StatedFailure,
  facts?: FailureFacts,
): EngineFailure {
  return failed(code === 'failed' ? reason : code, facts);
}

/**
 * Converts a failure whose evidence may not concern the post. A terminal failure becomes the plain failure of its code with the same HTTP
 * status; any other failure is returned unchanged.
 */
export const toUnprovenFailure = (found: EngineFailure): EngineFailure =>
  found.terminal
    ? plainFailure(found, found.httpStatus === undefined ? {} : { httpStatus: found.httpStatus })
    : found;

/**
 * Returns the more specific of two failures; the first if they rank equally. The result has `isClip` if either failure has it.
 */
export function pickMoreSpecific(first: EngineFailure, second: EngineFailure): EngineFailure {
  const chosen = second.rank < first.rank ? second : first;
  return first.isClip === true || second.isClip === true ? { ...chosen, isClip: true } : chosen;
}

/** Returns the cause of a failure that the panel shows the owner. */
export const shownCauseOf = ({ host, skipReason, shown }: EngineFailure): ShownCause => {
  if (host !== undefined) return 'unlisted_host';
  return skipReason === 'pages_paused' ? 'limited' : shown;
};

/** Cause of a failure as the log states it. */
export type LoggedCause = FailureCause | SkipReason | `http_${number}`;

/**
 * Returns the cause of a failure for the log: why the run was skipped, else the HTTP status, else the cause in FAILURES; undefined if that
 * equals the error code.
 */
export const loggedCauseOf = ({
  cause,
  code,
  httpStatus,
  skipReason,
}: EngineFailure): LoggedCause | undefined =>
  skipReason ?? (httpStatus === undefined ? (cause === code ? undefined : cause) : `http_${httpStatus}`);

/** Milliseconds for which a failed preview is cached; TERMINAL_FAILURE_CACHE_MS is for terminal failures (private, gone). */
export const FAILURE_CACHE_MS = 30_000;
export const TERMINAL_FAILURE_CACHE_MS = 60_000;

/** When a failure occurred, and until when the cache answers requests with it; both in milliseconds of the same clock. */
export interface FailureMemory {
  readonly failedAt: number;
  readonly cachedUntil: number;
}

/**
 * Returns when the failure occurred (`failedAt`) and until when the cache answers requests with it: for a fixed time, or until `retryAfter`
 * ends if that is earlier, because a visitor who returns then must get a new attempt.
 */
export const rememberFailure = (
  failure: Pick<EngineFailure, 'terminal' | 'retryAfter'>,
  failedAt: number,
): FailureMemory => {
  const { retryAfter = Number.POSITIVE_INFINITY } = failure;
  return {
    failedAt,
    cachedUntil:
      failedAt +
      Math.min(failure.terminal ? TERMINAL_FAILURE_CACHE_MS : FAILURE_CACHE_MS, retryAfter * 1_000),
  };
};

/** Returns the seconds that remain of the `retryAfter` of a failure at the time `now`, at least 1. */
export const remainingRetryAfter = (retryAfter: number, { failedAt }: FailureMemory, now: number): number =>
  Math.max(1, Math.ceil(retryAfter - (now - failedAt) / 1_000));
