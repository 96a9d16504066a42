import type { Engine } from '../engines/engine.ts';
import { ENGINES } from '../engines/registry.ts';
import { meaningOf, type SkipReason } from '../platforms/failure-table.ts';
import { failed, LINK_UNSUPPORTED, nonTerminal, withCause } from '../platforms/reading/engine-failure.ts';
import type { EngineFailure } from '../platforms/reading/engine-outcome.ts';

const NO_ENGINE = failed('no_engine');
/** Failure when the post was read but the delivery network refuses all of its files: a fault of the engine, unlike a post without media. */
export const FILES_REFUSED: EngineFailure = {
  ...nonTerminal('no_media'),
  reason: 'upstream_error',
  cause: 'files_refused',
};
export const TIMED_OUT = withCause(failed('upstream_timeout'), 'run_timeout');
export const ENGINE_FAULT = withCause(failed('page_unreadable'), 'engine_fault');

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
  engines.some(({ name }) => ENGINES[name].isForSamples !== true) ? LINK_UNSUPPORTED : NO_ENGINE;

/**
 * Picks the failure to report when every engine failed: the most informative one. Among failures of equal rank it
 * prefers an engine that was run over one that was skipped, then the earlier one. Its `retryAfter` becomes the shortest
 * of that rank.
 */
export const pickMostInformative = (failures: readonly EngineFailure[]): EngineFailure => {
  const [first, ...others] = [...failures].sort(
    (a, b) =>
      meaningOf(a).rank - meaningOf(b).rank ||
      Number(a.skipped !== undefined) - Number(b.skipped !== undefined),
  );
  if (first === undefined) return NO_ENGINE;
  const times = [first, ...others.filter((other) => meaningOf(other).rank === meaningOf(first).rank)].flatMap(
    ({ retryAfter }) => retryAfter ?? [],
  );
  return times.length === 0 ? first : { ...first, retryAfter: Math.min(...times) };
};
