import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Logger } from '../base/observability/logger.ts';
import type { Engine } from '../engines/engine.ts';
import { ENGINES } from '../engines/registry.ts';
import type { Requesters } from '../limits/requester.ts';
import { type EngineFailure, failed } from '../platforms/reading/engine-outcome.ts';
import type { EngineHealthRegistry, EngineOnPlatform } from './engine-health-registry.ts';
import type { Clock } from './engine-queue.ts';
import {
  type ChainOutcome,
  ENGINE_TIMEOUT_MS,
  type EngineRun,
  type Finish,
  type ObserveRun,
  PREVIEW_TIMEOUT_MS,
  type ResultAppraiser,
  type StopReason,
  startRun,
} from './engine-run.ts';
import { logSkips } from './preview-log.ts';

/** Minimum time an engine run needs. A request that leaves the queue with less time left does not start. */
const ENGINE_RUN_MIN_MS = 3_000;
/** Milliseconds that other engines get to find a better version of a post that lacks sound or some items. */
export const BETTER_POST_MAX_MS = 8_000;

export interface ChainTimes {
  readonly engineMs: number;
  readonly chainMs: number;
}

export interface ChainTools<Result = unknown> {
  readonly registry: EngineHealthRegistry;
  readonly log: Logger;
  readonly observe?: ObserveRun | undefined;
  /** Aborts when no request waits for the post any more. */
  readonly signal?: AbortSignal | undefined;
  /** All requesters that wait for the post. */
  readonly requesters: Requesters;
  readonly times?: ChainTimes;
  /** Looks for defects in results; without it every result is accepted. */
  readonly appraiser?: ResultAppraiser<Result> | undefined;
}

const DEFAULT_TIMES: ChainTimes = { engineMs: ENGINE_TIMEOUT_MS, chainMs: PREVIEW_TIMEOUT_MS };

/** Returns the failure for a link that none of the enabled `engines` supports. The sample engine does not count: it reads no posts. */
export const noCapableEngine = (engines: readonly Pick<Engine, 'name'>[]): EngineFailure =>
  failed(
    engines.some(({ name }) => ENGINES[name].isForSamples !== true) ? 'address_unsupported' : 'no_engine',
  );

/**
 * Picks the failure to report when every engine failed: the most informative one. Among failures of equal rank it
 * prefers an engine that was run over one that was skipped, then the earlier one. Its `retryAfter` becomes the shortest
 * of that rank.
 */
export const pickMostInformative = (failures: readonly EngineFailure[]): EngineFailure => {
  const [first, ...others] = failures.toSorted(
    (a, b) => a.rank - b.rank || Number(a.skipped !== undefined) - Number(b.skipped !== undefined),
  );
  if (first === undefined) return failed('no_engine');
  const equal = [first, ...others.filter(({ rank }) => rank === first.rank)];
  const times = equal.flatMap(({ retryAfter }) => retryAfter ?? []);
  return times.length === 0 ? first : { ...first, retryAfter: Math.min(...times) };
};

/** Engines of one chain that have not been started. */
interface Candidates {
  /** In the owner's order. */
  readonly engines: Set<Engine>;
  readonly healthOf: (engine: Engine) => EngineOnPlatform;
  /** Returns why an engine may not run now; null when it may. */
  blockedBy(engine: Engine): EngineFailure | null;
  /** Logs that an engine was skipped. */
  readonly logSkipped: ReturnType<typeof logSkips>;
}

const findCandidates = (
  link: ParsedLink,
  engines: readonly Engine[],
  { registry, log, requesters }: Pick<ChainTools, 'registry' | 'log' | 'requesters'>,
): Candidates => {
  const subject = registry.subjects.of(link, requesters);
  const healthOf = (engine: Engine): EngineOnPlatform => registry.of(engine.name, link.platform);
  const capable = new Set(engines.filter((engine) => engine.supports(link)));
  const blockedBy = (engine: Engine): EngineFailure | null => healthOf(engine).blockedBy(subject);
  return { engines: capable, healthOf, blockedBy, logSkipped: logSkips(log, link) };
};

/** Logs the engines that were not started in time, and returns the failure of a chain that timed out. */
const logTimeout = ({ engines, blockedBy, logSkipped }: Candidates): EngineFailure => {
  for (const engine of engines) logSkipped(engine, blockedBy(engine)?.skipped ?? 'out_of_time');
  return failed('run_timeout');
};

/**
 * Removes and returns the next engine that may run; null when there is none. Skips engines that may not run and records
 * their failures. While another engine runs (`isParallel`), it takes only an engine that may run and whose circuit is
 * closed, and leaves the others in the list.
 */
const takeNext = (
  { engines, healthOf, blockedBy, logSkipped }: Candidates,
  isParallel: boolean,
  failures: EngineFailure[],
): Engine | null => {
  for (const engine of engines) {
    const failure = blockedBy(engine);
    if (isParallel && (failure !== null || healthOf(engine).isCircuitOpen())) continue;
    engines.delete(engine);
    if (failure === null) return engine;
    logSkipped(engine, failure.skipped);
    failures.push(failure);
  }
  return null;
};

/**
 * Milliseconds after which the next engine starts in parallel to a run. 0 for a probe: its result is uncertain, so the
 * visitor does not wait for it.
 */
const hedgeAfterMs = (health: EngineOnPlatform): number =>
  health.isCircuitOpen() ? 0 : health.slowAfterMs();

/**
 * Stores the best of the posts with defects, the first among equals. Calls `onGraceEnd` a few seconds after the first
 * one was offered.
 */
const createFallback = <Result>(clock: Clock, onGraceEnd: () => void) => {
  let best: Extract<ChainOutcome<Result>, { ok: true }> | null = null;
  let cancel = (): void => undefined;
  return {
    offer(found: Extract<ChainOutcome<Result>, { ok: true }>): void {
      if (best === null) cancel = clock.after(BETTER_POST_MAX_MS, onGraceEnd);
      if (best === null || (found.shortfall ?? 0) < (best.shortfall ?? 0)) best = found;
    },
    best: () => best,
    cancel: (): void => cancel(),
  };
};

type StopReasonOf<Result> = (run: EngineRun<Result>) => StopReason;

interface EndingParts<Result> {
  readonly clock: Clock;
  readonly chainMs: number;
  readonly signal: AbortSignal | undefined;
  /** Returns the outcome of a chain that timed out. */
  readonly late: () => ChainOutcome<Result>;
  /** Stops the engines that still run. */
  readonly clear: (why: StopReasonOf<Result>) => void;
}

/** Settles a chain once: with an outcome, with `late` on timeout, or with the signal's reason on abort. */
const createEnding = <Result>({ clock, chainMs, signal, late, clear }: EndingParts<Result>) => {
  const { promise, resolve, reject } = Promise.withResolvers<ChainOutcome<Result>>();
  const finish = (why: StopReasonOf<Result>, settle: () => void): void => {
    cancel();
    signal?.removeEventListener('abort', onAbort);
    clear(why);
    settle();
  };
  const end = (outcome: ChainOutcome<Result>, why: StopReasonOf<Result> = () => 'over'): void =>
    finish(why, () => resolve(outcome));
  const onAbort = (): void =>
    finish(
      () => 'left',
      () => reject(signal?.reason),
    );
  const cancel = clock.after(chainMs, () => end(late()));
  signal?.addEventListener('abort', onAbort, { once: true });
  return { promise, end, reject };
};

/**
 * Runs the engines in the owner's order until one returns a usable post (docs/adr/0016). A usable post or a terminal
 * failure (private, gone) ends the chain. After any other failure the next engine starts; it also starts in parallel
 * when a run is slow. A post with defects is kept for a few seconds while the other engines look for a better one. When
 * every engine has failed, the most informative failure is returned. An exception in an engine counts as a failure of
 * that engine. Rejects only with the reason of `signal`.
 */
export const runChain = async <Result>(
  engines: readonly Engine[],
  link: ParsedLink,
  finish: Finish<Result>,
  { registry, log, observe, signal, requesters, times = DEFAULT_TIMES, appraiser }: ChainTools<Result>,
): Promise<ChainOutcome<Result>> => {
  signal?.throwIfAborted();
  const candidates = findCandidates(link, engines, { registry, log, requesters });
  if (candidates.engines.size === 0) return noCapableEngine(engines);
  const { clock } = registry;
  const ends = clock.now() + times.chainMs;
  const running = new Set<EngineRun<Result>>();
  const failures: EngineFailure[] = [];
  let cancelHedge = (): void => undefined;
  const fallback = createFallback<Result>(clock, () => end(finalOutcome([])));

  /** Returns the best post with defects, else the most informative failure. */
  const finalOutcome = (more: readonly EngineFailure[]): ChainOutcome<Result> =>
    fallback.best() ?? pickMostInformative([...failures, ...more]);
  const isClip = (): boolean => failures.some((failure) => failure.isClip === true);
  const clear = (why: StopReasonOf<Result>): void => {
    cancelHedge();
    fallback.cancel();
    for (const run of running) run.stop(why(run));
    running.clear();
    candidates.engines.clear();
  };
  const late = (): ChainOutcome<Result> => finalOutcome([logTimeout(candidates)]);
  const ending = { clock, chainMs: times.chainMs, signal, late };
  const { promise, end, reject } = createEnding<Result>({ ...ending, clear });

  const start = (isParallel: boolean): void => {
    const engine = takeNext(candidates, isParallel, failures);
    if (engine === null) return;
    const waitMs = Math.max(0, ends - clock.now() - ENGINE_RUN_MIN_MS);
    const given = { registry, finish, appraiser, isClip, log, observe, requesters };
    const run = startRun(engine, link, { ...given, runMs: engine.runMs ?? times.engineMs, waitMs });
    running.add(run);
    run.end.then((outcome) => settle(run, outcome)).catch(reject);
    cancelHedge();
    cancelHedge = clock.after(hedgeAfterMs(candidates.healthOf(engine)), () => start(true));
  };

  const settle = (run: EngineRun<Result>, outcome: ChainOutcome<Result> | null): void => {
    if (outcome === null || !running.has(run)) return;
    const earlier = new Set([...running].slice(0, [...running].indexOf(run)));
    running.delete(run);
    // A post that one engine has read outweighs a terminal failure of another.
    if (outcome.ok ? (outcome.shortfall ?? 0) === 0 : outcome.terminal && fallback.best() === null) {
      end(outcome, (other) => (earlier.has(other) ? 'overtaken' : 'over'));
      return;
    }
    if (outcome.ok) fallback.offer(outcome);
    else failures.push(outcome);
    // The run that this one was started in parallel to is still slow.
    if (earlier.size > 0) start(true);
    continueChain();
  };

  const continueChain = (): void => {
    if (running.size === 0) start(false);
    if (running.size === 0) end(finalOutcome([]));
  };

  continueChain();
  return promise;
};
