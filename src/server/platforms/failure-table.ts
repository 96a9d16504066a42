import type { FailureCode, FailureReason } from '#shared/errors.ts';

// The meaning of every failure of a post: a table each for its code, its reason, its certainty, and why its engine was skipped. A reason
// replaces the evidence of the code; certainty and skip then replace only the parts that they name. The HTTP status of a code is in
// `#shared/errors.ts`. The texts are in `#shared/messages`, with the code or the reason as their key.

/** What a failure shows about the engine and the platform. */
interface Evidence {
  /**
   * What the circuit breaker counts: `answered` the engine works, `fault` it is broken, `limited` neither. A `retryAfter` pauses
   * the engine unless it answered.
   */
  readonly breaker: 'answered' | 'fault' | 'limited';
  /**
   * What the status page counts. `empty`: a failure if such answers are far more frequent than usual, otherwise nothing.
   * `not_reached`: nothing, because no request to the platform was involved.
   */
  readonly status: 'worked' | 'failed' | 'empty' | 'nothing' | 'not_reached';
  /**
   * What the pause of a platform's pages counts: `refused` the platform states that it refuses this server, `suspicious` it may refuse
   * this server, or the post itself may be the cause, `served` it serves pages to this server, `neutral` no indication.
   */
  readonly page: 'refused' | 'suspicious' | 'served' | 'neutral';
  /** Whether the platform may answer a request from another address differently, so that it is worth one through the owner's proxy. */
  readonly elsewhere: 'maybe' | 'same';
}

interface CodeRow extends Evidence {
  /** Whether unambiguous evidence for it exists, so that a failure with this code may be terminal. */
  readonly terminal: boolean;
  /** Whether the status page counts it for a check too, or the log has a warning instead. */
  readonly check: 'counted' | 'warned';
}

/** One row per code, the most specific failure first: of the failures of a chain, the visitor sees the first in this order. */
const CODES = {
  // The platform answered. For the owner's own post this is ambiguous: it may be deleted, or the platform shows nothing to this server.
  private: {
    terminal: true,
    breaker: 'answered',
    status: 'worked',
    page: 'suspicious',
    elsewhere: 'maybe',
    check: 'warned',
  },
  gone: {
    terminal: true,
    breaker: 'answered',
    status: 'worked',
    page: 'neutral',
    elsewhere: 'maybe',
    check: 'warned',
  },
  rate_limited: {
    terminal: false,
    breaker: 'limited',
    status: 'failed',
    page: 'refused',
    elsewhere: 'maybe',
    check: 'counted',
  },
  // Either the post has no media, or the platform withholds or has renamed the media of every post; only their share shows which.
  no_media: {
    terminal: false,
    breaker: 'answered',
    status: 'empty',
    page: 'served',
    elsewhere: 'same',
    check: 'counted',
  },
  failed: {
    terminal: false,
    breaker: 'fault',
    status: 'failed',
    page: 'neutral',
    elsewhere: 'maybe',
    check: 'counted',
  },
  network: {
    terminal: false,
    breaker: 'fault',
    status: 'failed',
    page: 'neutral',
    elsewhere: 'maybe',
    check: 'counted',
  },
  link_invalid: {
    terminal: false,
    breaker: 'answered',
    status: 'nothing',
    page: 'neutral',
    elsewhere: 'same',
    check: 'counted',
  },
} as const satisfies Readonly<Record<FailureCode, CodeRow>>;

const CODES_BY_RANK = Object.keys(CODES);

/** Evidence of a reason; it replaces that of the code. */
interface ReasonRow extends Evidence {
  /** Whether a failure with this reason may be terminal. */
  readonly terminal: boolean;
  /** `of_post`: the platform states it about the post, so only private and gone are more specific. `last`: every other failure is. */
  readonly rank: 'of_code' | 'of_post' | 'last';
  /** Whether the run counts as one that hung. */
  readonly hangs: boolean;
}

/** Reason that indicates a broken engine and nothing else. */
const FAULT = {
  terminal: false,
  rank: 'of_code',
  breaker: 'fault',
  status: 'failed',
  page: 'neutral',
  elsewhere: 'maybe',
  hangs: false,
} as const satisfies ReasonRow;
/** Reason why the platform shows the post to nobody or not to this server. */
const ANSWER = { ...FAULT, breaker: 'answered', status: 'worked' } as const satisfies ReasonRow;
/** Reason that the platform states about the post alone. */
const ABOUT_POST = {
  ...ANSWER,
  rank: 'of_post',
  page: 'served',
  elsewhere: 'same',
} as const satisfies ReasonRow;
/** Reason why the platform received no request. */
const NO_REQUEST = {
  ...FAULT,
  breaker: 'answered',
  status: 'not_reached',
  elsewhere: 'same',
} as const satisfies ReasonRow;

const REASONS = {
  page_unreadable: { ...FAULT, page: 'suspicious' },
  page_refused: { ...FAULT, page: 'suspicious' },
  // The platform sends readers without an account away: a refusal that lasts, so no wait is stated.
  posts_withheld: { ...FAULT, breaker: 'limited', page: 'suspicious' },
  // Deleted posts look the same, so only the share of such answers shows that this server is refused.
  unreadable_here: { ...FAULT, breaker: 'limited', status: 'empty' },
  region: { ...ABOUT_POST, elsewhere: 'maybe' },
  in_review: ABOUT_POST,
  watermarked_only: ABOUT_POST,
  provider_key: { ...FAULT, elsewhere: 'same' },
  provider_answer: { ...FAULT, elsewhere: 'same' },
  upstream_error: FAULT,
  upstream_timeout: { ...FAULT, hangs: true },
  address_unsupported: NO_REQUEST,
  short_link_dead: { ...ANSWER, terminal: true },
  // The engine refuses it because it has no session; the platform is not asked.
  story_needs_session: NO_REQUEST,
  engine_resting: { ...FAULT, rank: 'last', elsewhere: 'same' },
  no_engine: NO_REQUEST,
} as const satisfies Readonly<Record<FailureReason, ReasonRow>>;

/**
 * How unambiguous the evidence of a failure is. `tentative`: throttling produces the same evidence, so it must not count as an answer
 * about the post, which would hide that the platform refuses this server.
 */
type Certainty = 'terminal' | 'ordinary' | 'tentative';

interface CertaintyRow {
  /** What the chain does next: ends, or tries the next engine. */
  readonly chain: 'ends' | 'continues';
  /** Milliseconds for which the failure memory answers the same request, unless a `retryAfter` ends earlier. */
  readonly memoryMs: number;
  /** Added to the rank of the code. */
  readonly rank: number;
  /** Replaces these parts of the evidence of code or reason. */
  readonly evidence: Partial<Evidence>;
}

/** Cache time of a failed preview; the longer time is for terminal failures (private, gone). */
export const FAILURE_CACHE_MS = 30_000;
export const TERMINAL_FAILURE_CACHE_MS = 60_000;

/** Puts tentative failures behind all others. */
const TENTATIVE_RANK = CODES_BY_RANK.length;
const LAST_RANK = 2 * TENTATIVE_RANK;

const CERTAINTIES: Readonly<Record<Certainty, CertaintyRow>> = {
  terminal: {
    chain: 'ends',
    memoryMs: TERMINAL_FAILURE_CACHE_MS,
    rank: 0,
    evidence: { page: 'served', elsewhere: 'same' },
  },
  ordinary: { chain: 'continues', memoryMs: FAILURE_CACHE_MS, rank: 0, evidence: {} },
  tentative: {
    chain: 'continues',
    memoryMs: FAILURE_CACHE_MS,
    rank: TENTATIVE_RANK,
    evidence: { breaker: 'limited', status: 'nothing', page: 'suspicious', elsewhere: 'maybe' },
  },
};

/**
 * Reasons why an engine was skipped, each with the parts of the evidence that it replaces. The platform's failures cause an open
 * circuit and a requested pause, but not a full queue.
 */
const SKIPS = {
  /** The engine failed too often. */
  circuit_open: {},
  /** Its service or platform requested a pause. */
  asked_to_wait: {},
  /** Too many requests are waiting for it. */
  queue_full: { status: 'not_reached' },
  /** It could not start in time. */
  queue_too_slow: { status: 'not_reached' },
  /** The platform's pages are not requested while they are refused to this server. */
  pages_paused: {},
} as const satisfies Readonly<Record<string, Partial<Evidence>>>;

/** Reason why an engine was skipped. */
export type SkipReason = keyof typeof SKIPS;

type KeysOfTerminal<Rows extends Readonly<Record<string, { readonly terminal: boolean }>>> = {
  [Key in keyof Rows]: Rows[Key]['terminal'] extends true ? Key : never;
}[keyof Rows];

/** Codes of which a failure may be terminal. */
export type TerminalCode = KeysOfTerminal<typeof CODES>;
/** Reasons of which a failure may be terminal. */
export type TerminalReason = KeysOfTerminal<typeof REASONS>;

/** Failure to read a post. */
export interface Failure {
  readonly code: FailureCode;
  /** Selects the sentence that the visitor reads when `code` is 'failed'. */
  readonly reason?: FailureReason;
  /** True when the evidence is unambiguous (private, deleted). */
  readonly terminal?: boolean;
  /** True when throttling produces the same evidence. */
  readonly tentative?: true;
  /** Set when the chain skipped the engine. */
  readonly skipped?: SkipReason;
}

/** What a failure means to the parts of the server. */
export interface FailureMeaning
  extends Evidence,
    Pick<CodeRow, 'check'>,
    Pick<ReasonRow, 'hangs'>,
    Pick<CertaintyRow, 'chain' | 'memoryMs'> {
  /** Rank among the failures of a chain. The lowest number is the most specific failure. */
  readonly rank: number;
}

const rankOf = (code: FailureCode, reason: ReasonRow | null): number =>
  reason?.rank === 'of_post' ? CODES_BY_RANK.indexOf('gone') + 0.5 : CODES_BY_RANK.indexOf(code);

const certaintyOf = ({ terminal, tentative }: Failure): Certainty =>
  terminal === true ? 'terminal' : tentative === true ? 'tentative' : 'ordinary';

/** Returns what a failure means to the engine chain, the circuit breaker, the failure memory and the status page. */
export const meaningOf = (failure: Failure): FailureMeaning => {
  const { code, reason, skipped } = failure;
  const ofCode: CodeRow = CODES[code];
  const ofReason: ReasonRow | null = reason === undefined ? null : REASONS[reason];
  const { chain, memoryMs, rank, evidence } = CERTAINTIES[certaintyOf(failure)];
  const { breaker, status, page, elsewhere } = {
    ...(ofReason ?? ofCode),
    ...evidence,
    ...(skipped === undefined ? {} : SKIPS[skipped]),
  };
  return {
    breaker,
    status,
    page,
    elsewhere,
    chain,
    memoryMs,
    rank: ofReason?.rank === 'last' ? LAST_RANK : rankOf(code, ofReason) + rank,
    check: ofCode.check,
    hangs: ofReason?.hangs ?? false,
  };
};
