import type { FailureReason } from '#shared/errors.ts';
import type { Engine, EngineFailure, SkipReason } from '../engines/engine.ts';
import { LAST_RANK, rankOf } from '../engines/engine-failure.ts';
import type { RunAssessment } from './circuit-breaker.ts';

const NO_ENGINE: EngineFailure = { ok: false, code: 'failed', terminal: false, reason: 'no_engine' };
/** The failure of an engine on a kind of link it does not read. */
export const LINK_UNSUPPORTED: EngineFailure = {
  ok: false,
  code: 'failed',
  terminal: false,
  reason: 'address_unsupported',
};
/** The post was read, but the delivery network gives nothing of it. */
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

/** The failure of an engine that is left alone because it kept failing; seconds until it is tried again. */
export const circuitOpen = (retryAfter: number): EngineFailure => ({
  ok: false,
  code: 'failed',
  terminal: false,
  reason: 'engine_resting',
  retryAfter,
  skipped: 'circuit_open',
});

/** The failure of an engine that may not be asked now, and why; seconds until it may. */
export const limited = (retryAfter: number, skipped: SkipReason): EngineFailure => ({
  ok: false,
  code: 'rate_limited',
  terminal: false,
  retryAfter,
  skipped,
});

/** The failure on a link that none of `engines`, which are all that are on, takes. The samples read no posts. */
export const noCapableEngine = (engines: readonly Pick<Engine, 'name'>[]): EngineFailure =>
  engines.some(({ name }) => name !== 'sample') ? LINK_UNSUPPORTED : NO_ENGINE;

/** The platform's or the link's answer, not the engine's failure. */
const ANSWERS: ReadonlySet<FailureReason> = new Set([
  'region',
  'story_needs_session',
  'short_link_dead',
  'address_unsupported',
  'no_engine',
]);

/**
 * Tells what a failure says of the engine that gave it. A post of which nothing can be saved is the engine's fault, one without
 * media is not. A tentative failure is no answer: throttling looks the same, so it neither closes nor opens a circuit.
 */
export const assessFailure = ({ code, reason, tentative }: EngineFailure): RunAssessment => {
  if (code === 'rate_limited') return 'limited';
  if (tentative === true) return 'limited';
  if (code === 'failed' || code === 'network')
    return reason !== undefined && ANSWERS.has(reason) ? 'answered' : 'fault';
  return code === 'no_media' && reason !== undefined ? 'fault' : 'answered';
};

/** Ranks as `rankOf` does, an engine that was not asked last. */
const rankInChain = (failure: EngineFailure): number =>
  failure.reason === 'engine_resting' ? LAST_RANK : rankOf(failure);

/**
 * Chooses what the visitor hears when every engine failed: the most telling failure, of equals the first of an engine that was
 * asked, with the soonest time any equal one names.
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
