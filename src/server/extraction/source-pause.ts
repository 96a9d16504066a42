import { type FailureMeaning, meaningOf } from '../failures/failure-table.ts';
import { NO_PEERS, type Peers } from '../peers/peers.ts';
import { MARKED_PRIVATE, nonTerminal, withCause } from './engine-failure.ts';
import type { EngineFailure, EngineOutcome } from './engine-outcome.ts';

/** Shortest pause. One IP address gets about 75 post pages an hour; requests during a refusal only prolong it. */
const PAUSE_MS = 3 * 60 * 1_000;
/** Longest pause. A longer wait is an error of the platform or belongs to an unrelated quota. */
const PAUSE_MAX_MS = 30 * 60 * 1_000;
/** Time within which suspicious pages count as related. */
const SUSPICIOUS_MS = 5 * 60 * 1_000;
/** Number of different posts with suspicious pages that indicates a refusal by the platform, and not a problem of one post. */
const SUSPICIOUS_POSTS = 2;

/** What the page of a post indicates about the platform. */
type PageSign = FailureMeaning['page'];

/** Pauses requests for one kind of page while the platform refuses this server. */
export interface SourcePause {
  /** Returns whether pages of this kind must not be requested now. */
  isPaused(): boolean;
  /** Returns whether the page of this post was suspicious within the last three minutes, the shortest pause. */
  wasSuspicious(post: string): boolean;
  /** Records what the page of a post indicates. `retryAfter` is the wait in seconds that the platform requested. */
  record(sign: PageSign, post: string, retryAfter?: number | undefined): void;
}

/** Failure that replaces a page that is not requested during a pause. */
export const SOURCE_PAUSED: EngineFailure = withCause(nonTerminal('rate_limited'), 'source_resting');

/** Failure of a page without the data of the post. Throttling produces such pages, and so do some single posts. */
export const LIMITED_PAGE: EngineFailure = withCause(nonTerminal('rate_limited'), 'page_without_data');

/** Derives from the outcome of a page whether the platform refuses this server. */
function pageSignOf(outcome: EngineOutcome): PageSign {
  if (outcome.ok || outcome === MARKED_PRIVATE) return 'served';
  return outcome === LIMITED_PAGE ? 'suspicious' : meaningOf(outcome).page;
}

/** Outcome of a page, as one worker sends it to the others. */
type SharedSign = readonly [sign: PageSign, post: string, retryAfter: number];

/**
 * Creates the pause control of one kind of page, initially not paused. `now` returns milliseconds of a monotonic clock. With `peers`, all
 * workers pause together; `topic` names the kind of page for them.
 */
export function createSourcePause(now: () => number, topic = '', peers: Peers = NO_PEERS): SourcePause {
  let until = Number.NEGATIVE_INFINITY;
  const suspicious = new Map<string, number>();

  const pause = (seconds: number): void => {
    until = now() + Math.max(PAUSE_MS, Math.min(seconds * 1_000, PAUSE_MAX_MS));
  };
  const recordSuspicious = (post: string, seconds: number): void => {
    suspicious.delete(post);
    suspicious.set(post, now());
    for (const [known, at] of suspicious) if (now() - at > SUSPICIOUS_MS) suspicious.delete(known);
    if (suspicious.size >= SUSPICIOUS_POSTS) pause(seconds);
  };

  const apply = (sign: PageSign, post: string, retryAfter: number): void => {
    if (sign === 'served') suspicious.clear();
    else if (sign === 'refused') pause(retryAfter);
    else if (sign === 'suspicious') recordSuspicious(post, retryAfter);
  };
  const share = peers.exchange<SharedSign>(`pause ${topic}`, (shared) => apply(...shared));

  return {
    isPaused: () => now() < until,
    wasSuspicious: (post) => now() - (suspicious.get(post) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS,
    record(sign, post, retryAfter = 0) {
      apply(sign, post, retryAfter);
      share([sign, post, retryAfter]);
    },
  };
}

/** Records the outcome of a page in the pause control and returns the outcome. */
export function recordOutcome(pause: SourcePause, post: string, outcome: EngineOutcome): EngineOutcome {
  pause.record(pageSignOf(outcome), post, outcome.ok ? undefined : outcome.retryAfter);
  return outcome;
}
