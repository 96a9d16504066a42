import type { EngineFailure, EngineOutcome } from '../engine.ts';
import { MARKED_PRIVATE, nonTerminal, withCause } from '../engine-failure.ts';

/** One address gets some 75 post pages an hour; asking on while refused only prolongs the refusal. */
const PAUSE_MS = 3 * 60 * 1_000;
/** A longer wait than this is a mistake of the platform's, or a quota that is not ours. */
const PAUSE_MAX_MS = 30 * 60 * 1_000;
/** Odd pages further apart than this have nothing to do with each other. */
const ODD_MS = 5 * 60 * 1_000;
/** Odd pages of so many posts are the platform's doing, not a post's. */
const ODD_POSTS = 2;

/**
 * What a page says of the platform: `wall` refuses this server whatever it asks for, `odd` may be the post's own trouble or a
 * refusal, `open` shows that pages are given.
 */
type PageSign = 'wall' | 'odd' | 'open' | 'nothing';

/** Keeps one kind of page from being asked for while the platform refuses this server. */
export interface SourcePause {
  /** Whether no page of this kind is to be asked for now. */
  isPaused(): boolean;
  /** Whether the page of this post was odd within the time a rest lasts. */
  wasOdd(post: string): boolean;
  record(sign: PageSign, post: string, retryAfter?: number | undefined): void;
}

/** The failure that stands in for a page that is not requested. */
export const SOURCE_PAUSED: EngineFailure = withCause(nonTerminal('rate_limited'), 'source_resting');

/** The failure of a page without the post's data: a throttled page looks like this, and so does the page of one odd post. */
export const LIMITED_PAGE: EngineFailure = withCause(nonTerminal('rate_limited'), 'page_without_data');

/** Reads from what a page gave whether the platform refuses this server. */
function pageSignOf(outcome: EngineOutcome): PageSign {
  if (outcome.ok || outcome.terminal || outcome.reason === 'region') return 'open';
  if (outcome === MARKED_PRIVATE) return 'open';
  if (outcome === LIMITED_PAGE) return 'odd';
  switch (outcome.code) {
    case 'rate_limited':
      return 'wall';
    case 'no_media':
      return 'open';
    case 'private':
      return 'odd';
    case 'gone':
      return outcome.tentative === true ? 'odd' : 'nothing';
    default:
      return outcome.reason === 'page_unreadable' || outcome.reason === 'page_refused' ? 'odd' : 'nothing';
  }
}

/** Creates a rest that has not begun. `now` gives milliseconds of a clock that only goes forward. */
export function createSourcePause(now: () => number): SourcePause {
  let until = Number.NEGATIVE_INFINITY;
  const odd = new Map<string, number>();

  const pause = (seconds: number): void => {
    until = now() + Math.max(PAUSE_MS, Math.min(seconds * 1_000, PAUSE_MAX_MS));
  };
  const recordUnreadable = (post: string, seconds: number): void => {
    odd.delete(post);
    odd.set(post, now());
    for (const [known, at] of odd) if (now() - at > ODD_MS) odd.delete(known);
    if (odd.size >= ODD_POSTS) pause(seconds);
  };

  return {
    isPaused: () => now() < until,
    wasOdd: (post) => now() - (odd.get(post) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS,
    record(sign, post, retryAfter = 0) {
      if (sign === 'open') odd.clear();
      else if (sign === 'wall') pause(retryAfter);
      else if (sign === 'odd') recordUnreadable(post, retryAfter);
    },
  };
}

/** Records what a page gave and gives it back. */
export function noted(rest: SourcePause, post: string, outcome: EngineOutcome): EngineOutcome {
  rest.record(pageSignOf(outcome), post, outcome.ok ? undefined : outcome.retryAfter);
  return outcome;
}
