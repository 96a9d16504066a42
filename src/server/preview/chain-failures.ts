import type { FailureReason } from '#shared/errors.ts';
import type { Engine, EngineFailure, SkipReason } from '../engines/engine.ts';
import { LAST_RANK, rankOf } from '../engines/engine-failure.ts';
import type { RunAssessment } from './circuit-breaker.ts';

const NO_ENGINE: EngineFailure = { ok: false, code: 'failed', terminal: false, reason: 'no_engine' };
/** Failure of an engine that does not support this kind of link. */
export const LINK_UNSUPPORTED: EngineFailure = {
  ok: false,
  code: 'failed',
  terminal: false,
  reason: 'address_unsupported',
};
/** Failure when the post was read but the delivery network refuses all of its files. */
export const FILES_REFUSED: EngineFailure = {
  ok: false,
  code: 'no_media',
  terminal: false,
  reason: 'upstream_error',
  cause: 'files_refused',
};
export const TIMED_OUT: EngineFailure = {
  ok: false,
  code: 'failed',
  terminal: false,
  reason: 'upstream_timeout',
  cause: 'run_timeout',
};
export const ENGINE_FAULT: EngineFailure = {
  ok: false,
  code: 'failed',
  terminal: false,
  reason: 'page_unreadable',
  cause: 'engine_fault',
};

/** Creates the failure of an engine whose circuit is open; `retryAfter` is in seconds. */
export const circuitOpen = (retryAfter: number): EngineFailure => ({
  ok: false,
  code: 'failed',
  terminal: false,
  reason: 'engine_resting',
  retryAfter,
  skipped: 'circuit_open',
});

/** Creates the failure of an engine that is rate limited or paused; `retryAfter` is in seconds. */
export const limited = (retryAfter: number, skipped: SkipReason): EngineFailure => ({
  ok: false,
  code: 'rate_limited',
  terminal: false,
  retryAfter,
  skipped,
});

/**
 * Returns the failure for a link that none of the enabled `engines` supports. The sample engine does not count: it
 * reads no posts.
 */
export const noCapableEngine = (engines: readonly Pick<Engine, 'name'>[]): EngineFailure =>
  engines.some(({ name }) => name !== 'sample') ? LINK_UNSUPPORTED : NO_ENGINE;

/** Reasons that describe the platform's response or the link; they do not indicate a broken engine. */
const ANSWERS: ReadonlySet<FailureReason> = new Set([
  'region',
  'story_needs_session',
  'short_link_dead',
  'address_unsupported',
  'no_engine',
]);

/**
 * Assesses what a failure indicates about its engine. A post whose files are all refused (`no_media` with a reason) is
 * a fault of the engine; a post without media is not. A tentative failure looks the same as throttling, so it neither
 * opens nor closes a circuit.
 */
export const assessFailure = ({ code, reason, tentative }: EngineFailure): RunAssessment => {
  if (code === 'rate_limited') return 'limited';
  if (tentative === true) return 'limited';
  if (code === 'failed' || code === 'network')
    return reason !== undefined && ANSWERS.has(reason) ? 'answered' : 'fault';
  return code === 'no_media' && reason !== undefined ? 'fault' : 'answered';
};

/** Ranks a failure as `rankOf` does, but puts an engine whose circuit is open last. */
const rankInChain = (failure: EngineFailure): number =>
  failure.reason === 'engine_resting' ? LAST_RANK : rankOf(failure);

/**
 * Picks the failure to report when every engine failed: the most informative one. Among failures of equal rank it
 * prefers an engine that was run over one that was skipped, then the earlier one. Its `retryAfter` becomes the shortest
 * of that rank.
 */
export const pickMostInformative = (failures: readonly EngineFailure[]): EngineFailure => {
  const [first, ...others] = [...failures].sort(
    (a, b) =>
      rankInChain(a) - rankInChain(b) || Number(a.skipped !== undefined) - Number(b.skipped !== undefined),
  );
  if (first === undefined) return NO_ENGINE;
  const times = [first, ...others.filter((other) => rankInChain(other) === rankInChain(first))].flatMap(
    ({ retryAfter }) => retryAfter ?? [],
  );
  return times.length === 0 ? first : { ...first, retryAfter: Math.min(...times) };
};
