import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Engine } from '../engines/engine.ts';
import { ENGINES } from '../engines/registry.ts';
import { type EngineFailure, failed } from '../platforms/failures.ts';
import type { EngineOnPlatform } from './engine-health.ts';
import type { Clock } from './engine-queue.ts';
import {
  type ChainOutcome,
  type EngineRun,
  type Finish,
  logSkips,
  PREVIEW_TIMEOUT_MS,
  type SharedTools,
  type StopReason,
  startRun,
} from './engine-run.ts';

/** Minimum time an engine run needs. A request that leaves the queue with less time left does not start. */
const ENGINE_RUN_MIN_MS = 3_000;
/** Milliseconds that other engines get to find a better version of a post that lacks sound or some items. */
export const BETTER_POST_MAX_MS = 8_000;

export interface ChainTools extends SharedTools {
  /** Aborts when no request waits for the post any more. */
  readonly signal?: AbortSignal | undefined;
}

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

/**
 * Returns the engines of one chain that support the link, in the owner's order, with functions that tell whether an engine may run.
 * `takeNext` removes an engine from the set when it starts or skips the engine.
 */
const findCandidates = (
  link: ParsedLink,
  engines: readonly Engine[],
  { registry, log, requesters }: ChainTools,
) => {
  const subject = registry.subjects.of(link, requesters);
  const healthOf = (engine: Engine): EngineOnPlatform => registry.of(engine.name, link.platform);
  return {
    engines: new Set(engines.filter((engine) => engine.supports(link))),
    healthOf,
    /** Returns why an engine may not run now; null when it may. */
    blockedBy: (engine: Engine): EngineFailure | null => healthOf(engine).blockedBy(subject),
    /** Logs that an engine was skipped. */
    logSkipped: logSkips(log, link),
  };
};
type Candidates = ReturnType<typeof findCandidates>;

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
 * Creates a store for posts with defects, which keeps the best one, the first among equals. Calls `onGraceEnd` BETTER_POST_MAX_MS after the
 * first post was offered.
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
  readonly signal: AbortSignal | undefined;
  /** Returns the outcome of a chain that timed out. */
  readonly late: () => ChainOutcome<Result>;
  /** Stops the engines that still run. */
  readonly clear: (why: StopReasonOf<Result>) => void;
}

/**
 * Creates the promise of a chain's outcome: it resolves with what `end` gets or, after PREVIEW_TIMEOUT_MS, with `late()`; it rejects with
 * the reason of `signal`. In each case `clear` stops the engines that still run.
 */
const createEnding = <Result>({ clock, signal, late, clear }: EndingParts<Result>) => {
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
  const cancel = clock.after(PREVIEW_TIMEOUT_MS, () => end(late()));
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
  tools: ChainTools,
): Promise<ChainOutcome<Result>> => {
  const { signal, ...shared } = tools;
  signal?.throwIfAborted();
  const candidates = findCandidates(link, engines, tools);
  if (candidates.engines.size === 0) return noCapableEngine(engines);
  const { clock } = tools.registry;
  const ends = clock.now() + PREVIEW_TIMEOUT_MS;
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
  const { promise, end, reject } = createEnding<Result>({ clock, signal, late, clear });

  const start = (isParallel: boolean): void => {
    const engine = takeNext(candidates, isParallel, failures);
    if (engine === null) return;
    const waitMs = Math.max(0, ends - clock.now() - ENGINE_RUN_MIN_MS);
    const run = startRun(engine, link, { ...shared, finish, isClip, waitMs });
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
