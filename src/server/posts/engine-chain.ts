import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Engine } from '../engines/engine.ts';
import { ENGINES } from '../engines/registry.ts';
import { type EngineFailure, failed } from '../platforms/failures.ts';
import type { EngineOnPlatform } from './engine-health.ts';
import type { Clock } from './engine-queue.ts';
import {
  type ChainOutcome,
  createSkipLogger,
  type EngineRun,
  type Finish,
  PREVIEW_TIMEOUT_MS,
  type SharedTools,
  type StopReason,
  startRun,
} from './engine-run.ts';

/** Minimum time that an engine run needs. A run that would leave the queue with less time left does not start. */
const ENGINE_RUN_MIN_MS = 3_000;
/** Milliseconds that other engines get to find a better version of a post that lacks sound or some items. */
export const BETTER_POST_MAX_MS = 8_000;

export interface ChainTools extends SharedTools {
  /** Aborts when no request waits for the post any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the failure for a link that none of the enabled `engines` supports: `no_engine` if no engine is enabled except the sample engine,
 * which reads no posts of platforms, otherwise `address_unsupported`.
 */
export const failureOfUnsupportedLink = (engines: readonly Pick<Engine, 'name'>[]): EngineFailure =>
  failed(
    engines.some(({ name }) => ENGINES[name].isForSamples !== true) ? 'address_unsupported' : 'no_engine',
  );

/**
 * Picks the failure to report when every engine failed: the most informative one, or `no_engine` for an empty list. Among failures of equal
 * rank, prefers a failure of an engine that was run over one of an engine that was skipped, then the earlier failure. Sets its `retryAfter`
 * to the shortest among the failures of that rank.
 */
export const pickMostInformative = (failures: readonly EngineFailure[]): EngineFailure => {
  const [first, ...others] = failures.toSorted(
    (a, b) => a.rank - b.rank || Number(a.skipReason !== undefined) - Number(b.skipReason !== undefined),
  );
  if (first === undefined) return failed('no_engine');
  const equal = [first, ...others.filter(({ rank }) => rank === first.rank)];
  const times = equal.flatMap(({ retryAfter }) => retryAfter ?? []);
  return times.length === 0 ? first : { ...first, retryAfter: Math.min(...times) };
};

/**
 * Returns the engines of one chain that support the link, in the owner's order, with functions that tell whether an engine may run.
 * `takeNext` removes an engine from the set `engines` when it starts or skips the engine.
 */
const findCandidates = (
  link: ParsedLink,
  engines: readonly Engine[],
  { registry, log, requesters }: ChainTools,
) => {
  const subject = registry.subjects.subjectOf(link, requesters);
  const healthOf = (engine: Engine): EngineOnPlatform => registry.healthOf(engine.name, link.platform);
  return {
    engines: new Set(engines.filter((engine) => engine.supports(link))),
    healthOf,
    /** Returns the failure that prevents a run of an engine now; null when the engine may run. */
    blockingFailure: (engine: Engine): EngineFailure | null => healthOf(engine).blockingFailure(subject),
    /** Logs that an engine was skipped. */
    logSkipped: createSkipLogger(log, link),
  };
};
type Candidates = ReturnType<typeof findCandidates>;

/** Logs the engines that were not started in time, and returns the failure of a chain that timed out. */
const logTimeout = ({ engines, blockingFailure, logSkipped }: Candidates): EngineFailure => {
  for (const engine of engines) logSkipped(engine, blockingFailure(engine)?.skipReason ?? 'out_of_time');
  return failed('run_timeout');
};

/**
 * Removes and returns the next engine that may run; null when there is none. Skips engines that may not run and adds their failures to
 * `failures`. While another engine runs (`isParallel`), takes only an engine that may run and whose circuit is closed, and leaves the other
 * engines in the list.
 */
const takeNext = (
  { engines, healthOf, blockingFailure, logSkipped }: Candidates,
  isParallel: boolean,
  failures: EngineFailure[],
): Engine | null => {
  for (const engine of engines) {
    const failure = blockingFailure(engine);
    if (isParallel && (failure !== null || healthOf(engine).isCircuitOpen())) continue;
    engines.delete(engine);
    if (failure === null) return engine;
    logSkipped(engine, failure.skipReason);
    failures.push(failure);
  }
  return null;
};

/**
 * Returns the milliseconds after which the next engine starts in parallel to a run. 0 for a probe (a run while the circuit is open), so
 * that the visitor does not wait for its uncertain result.
 */
const hedgeAfterMs = (health: EngineOnPlatform): number =>
  health.isCircuitOpen() ? 0 : health.slowAfterMs();

/**
 * Creates a store that keeps the best of the posts with defects that are offered, among equal ones the first. Calls `onGraceEnd`
 * BETTER_POST_MAX_MS after the first offer; `cancel` prevents that call.
 */
const createFallback = <Result>(clock: Clock, onGraceEnd: () => void) => {
  let best: Extract<ChainOutcome<Result>, { ok: true }> | null = null;
  let cancel = (): void => undefined;
  return {
    offer(found: Extract<ChainOutcome<Result>, { ok: true }>): void {
      if (best === null) cancel = clock.callAfter(BETTER_POST_MAX_MS, onGraceEnd);
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
  /** Returns the outcome of a chain that has timed out. */
  readonly timeoutOutcome: () => ChainOutcome<Result>;
  /** Stops the runs that have not ended. */
  readonly stopRuns: (reasonOf: StopReasonOf<Result>) => void;
}

/**
 * Creates the promise of a chain's outcome and the functions that settle it. It resolves with the outcome given to `end` or, after
 * PREVIEW_TIMEOUT_MS, with `timeoutOutcome()`. It rejects with the error given to `reject` or with the reason of `signal`. Unless `reject`
 * settles it, `stopRuns` is called.
 */
const createEnding = <Result>({ clock, signal, timeoutOutcome, stopRuns }: EndingParts<Result>) => {
  const { promise, resolve, reject } = Promise.withResolvers<ChainOutcome<Result>>();
  const finish = (reasonOf: StopReasonOf<Result>, settle: () => void): void => {
    cancel();
    signal?.removeEventListener('abort', onAbort);
    stopRuns(reasonOf);
    settle();
  };
  const end = (outcome: ChainOutcome<Result>, reasonOf: StopReasonOf<Result> = () => 'over'): void =>
    finish(reasonOf, () => resolve(outcome));
  const onAbort = (): void =>
    finish(
      () => 'left',
      () => reject(signal?.reason),
    );
  const cancel = clock.callAfter(PREVIEW_TIMEOUT_MS, () => end(timeoutOutcome()));
  signal?.addEventListener('abort', onAbort, { once: true });
  return { promise, end, reject };
};

/**
 * Runs the engines in the owner's order (docs/adr/0016). A post without defects ends the chain, and so does a terminal failure (private,
 * gone) if no post was found before. After any other failure the next engine starts; it also starts in parallel to a slow run. A post with
 * defects is kept for BETTER_POST_MAX_MS while the other engines look for a better one. When no engine is left, or after
 * PREVIEW_TIMEOUT_MS, returns the best post, else the most informative failure. An exception in an engine counts as a failure of that
 * engine. Rejects only with the reason of `signal`.
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
  if (candidates.engines.size === 0) return failureOfUnsupportedLink(engines);
  const { clock } = tools.registry;
  const endsAt = clock.now() + PREVIEW_TIMEOUT_MS;
  const running = new Set<EngineRun<Result>>();
  const failures: EngineFailure[] = [];
  let cancelHedge = (): void => undefined;
  const fallback = createFallback<Result>(clock, () => end(finalOutcome([])));

  /** Returns the best post with defects, else the most informative failure. */
  const finalOutcome = (furtherFailures: readonly EngineFailure[]): ChainOutcome<Result> =>
    fallback.best() ?? pickMostInformative([...failures, ...furtherFailures]);
  const isClip = (): boolean => failures.some((failure) => failure.isClip === true);
  const stopRuns = (reasonOf: StopReasonOf<Result>): void => {
    cancelHedge();
    fallback.cancel();
    for (const run of running) run.stop(reasonOf(run));
    running.clear();
    candidates.engines.clear();
  };
  const timeoutOutcome = (): ChainOutcome<Result> => finalOutcome([logTimeout(candidates)]);
  const { promise, end, reject } = createEnding<Result>({ clock, signal, timeoutOutcome, stopRuns });

  const start = (isParallel: boolean): void => {
    const engine = takeNext(candidates, isParallel, failures);
    if (engine === null) return;
    const waitMs = Math.max(0, endsAt - clock.now() - ENGINE_RUN_MIN_MS);
    const run = startRun(engine, link, { ...shared, finish, isClip, waitMs });
    running.add(run);
    run.end.then((outcome) => settle(run, outcome)).catch(reject);
    cancelHedge();
    cancelHedge = clock.callAfter(hedgeAfterMs(candidates.healthOf(engine)), () => start(true));
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
