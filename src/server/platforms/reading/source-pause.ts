import { type Announcements, NO_ANNOUNCEMENTS } from '../../base/announcements/announcements.ts';
import {
  BREAKER_RULES,
  type BreakerPass,
  type BreakerRules,
  createCircuitBreaker,
  type RunAssessment,
} from '../circuit-breaker.ts';
import { meaningOf } from '../failure-table.ts';
import type { RunSubject } from '../fault-evidence.ts';
import { failed, MARKED_PRIVATE, nonTerminal, withCause } from './engine-failure.ts';
import type { EngineFailure, EngineOutcome } from './engine-outcome.ts';
import type { FailureCause } from './failure-cause.ts';

/** Shortest pause after a stated refusal. One IP address gets about 75 post pages an hour; requests during a refusal only prolong it. */
const PAUSE_MS = 3 * 60 * 1_000;
/** Longest pause. A longer wait is an error of the platform or belongs to an unrelated quota. */
const PAUSE_MAX_MS = 30 * 60 * 1_000;

/**
 * When suspicious pages pause a kind of page: the rule of the circuit breaker, with times for the few pages an hour that a platform
 * grants. A page is suspicious for reasons of its post alone too, so one visitor's links never suffice while there are others, and the first
 * probe comes soon: among many visitors, several odd posts in a row are a matter of time.
 */
const RULES: BreakerRules = {
  ...BREAKER_RULES,
  faultsMs: 5 * 60 * 1_000,
  probeMs: 60 * 1_000,
  firstProbeMs: 5 * 1_000,
};

/** Requests for one kind of page, which pause while the platform refuses this server; single requests then probe it. */
export interface SourcePause {
  /** Requests the page by `open` and returns its outcome; during a pause it returns why the page is not requested. */
  request(run: RunSubject, open: () => Promise<EngineOutcome>): Promise<EngineOutcome>;
}

/** Failure of a page without the data of the post. Throttling produces such pages, and so do some single posts. */
export const LIMITED_PAGE: EngineFailure = withCause(nonTerminal('rate_limited'), 'page_without_data');

const ASSESSMENTS = {
  served: 'answered',
  suspicious: 'fault',
  refused: 'limited',
  neutral: 'limited',
} as const satisfies Record<string, RunAssessment>;

/** What a page shows about the platform. */
type PageSign = keyof typeof ASSESSMENTS;

/** Causes of a rate limit that the platform does not state: single posts have them too. */
const UNSTATED: ReadonlySet<FailureCause> = new Set(['page_without_data', 'http_401', 'http_403']);

const pageSignOf = (outcome: EngineOutcome): PageSign => {
  if (outcome.ok || outcome === MARKED_PRIVATE) return 'served';
  return outcome.cause !== undefined && UNSTATED.has(outcome.cause) ? 'suspicious' : meaningOf(outcome).page;
};

/**
 * Returns the failure of posts whose page is not requested, after a page that failed as `failure`: what was wrong with all pages, but
 * nothing that only one post can be (private, deleted), and no wait, because nobody knows how long the refusal lasts.
 */
const pausedAfter = ({ code, reason = 'unreadable_here' }: EngineFailure): EngineFailure => ({
  ...(code === 'rate_limited' ? nonTerminal(code) : failed(code === 'failed' ? reason : 'unreadable_here')),
  skipped: 'pages_paused',
  cause: 'source_resting',
});

/**
 * Creates the pause control of one kind of page, initially not paused. `now` returns milliseconds of a monotonic clock. A refusal that the
 * platform states pauses all instances, for which `topic` names the kind of page.
 */
export function createSourcePause(
  now: () => number,
  topic = '',
  announcements: Announcements = NO_ANNOUNCEMENTS,
): SourcePause {
  const breaker = createCircuitBreaker(now, RULES);
  let paused = pausedAfter(LIMITED_PAGE);

  const pause = (refusal: EngineFailure): void => {
    paused = pausedAfter(refusal);
    const statedMs = (refusal.retryAfter ?? 0) * 1_000;
    breaker.open(Math.max(PAUSE_MS, Math.min(statedMs, PAUSE_MAX_MS)));
  };
  const announce = announcements.join(`pause ${topic}`, pause);
  const settle = (pass: BreakerPass, sign: PageSign, failure: EngineFailure | null): void => {
    if (failure !== null && sign === 'suspicious') paused = pausedAfter(failure);
    pass.settle(ASSESSMENTS[sign]);
    if (failure === null || sign !== 'refused') return;
    pause(failure);
    announce(failure);
  };

  return {
    async request(run, open) {
      const pass = breaker.admit(run);
      if (pass === null) return paused;
      try {
        const outcome = await open();
        settle(pass, pageSignOf(outcome), outcome.ok ? null : outcome);
        return outcome;
      } finally {
        // A request that its visitor left shows nothing.
        pass.settle('cancelled');
      }
    },
  };
}
