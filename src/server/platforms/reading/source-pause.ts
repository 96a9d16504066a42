import { type Announcements, NO_ANNOUNCEMENTS } from '../../base/announcements/announcements.ts';
import {
  BREAKER_RULES,
  type BreakerPass,
  type BreakerRules,
  createCircuitBreaker,
  type RunAssessment,
  type RunSubject,
} from '../circuit-breaker.ts';
import {
  type EngineFailure,
  type EngineOutcome,
  failed,
  plainFailure,
  type Stated,
} from './engine-outcome.ts';

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

/**
 * Makes the requests for one kind of page, and pauses them while the platform refuses this server; single requests then probe whether it
 * still does.
 */
export interface SourcePause {
  /** Requests the page by `open` and returns its outcome; during a pause it returns why the page is not requested. */
  request(run: RunSubject, open: () => Promise<EngineOutcome>): Promise<EngineOutcome>;
}

const ASSESSMENTS = {
  served: 'answered',
  suspicious: 'fault',
  refused: 'limited',
  neutral: 'limited',
} as const satisfies Record<string, RunAssessment>;

/** What a page shows about the platform. */
type PageSign = keyof typeof ASSESSMENTS;

/**
 * Returns the failure of posts whose page is not requested, after a page that failed as `failure`: what was wrong with all pages, but
 * nothing that only one post can be (private, deleted), and no wait, because nobody knows how long the refusal lasts.
 */
const pausedAfter = ({ code, reason }: Stated): EngineFailure =>
  code === 'rate_limited' || code === 'failed'
    ? plainFailure({ code, reason }, { skipped: 'pages_paused' })
    : failed('unreadable_here', { skipped: 'pages_paused' });

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
  let paused = pausedAfter({ code: 'rate_limited' });

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
        settle(pass, outcome.ok ? 'served' : outcome.page, outcome.ok ? null : outcome);
        return outcome;
      } finally {
        // A request that its visitor left shows nothing.
        pass.settle('cancelled');
      }
    },
  };
}
