import type { EngineName } from '#shared/contract/engine-names.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import { rejectOnAbort } from '../base/cache/single-flight-cache.ts';
import type { Logger } from '../base/observability/logger.ts';
import { currentReference } from '../base/observability/request-reference.ts';
import type { Engine } from '../engines/engine.ts';
import type { Requesters } from '../limits/requester.ts';
import type { BreakerPass, CountedSubject, RunSubject } from '../platforms/circuit-breaker.ts';
import {
  type EngineFailure,
  type FailedTries,
  failed,
  type LoggedCause,
  loggedCauseOf,
  type SkipReason,
} from '../platforms/failures.ts';
import type { ExtractedPost } from '../platforms/reading/extracted-post.ts';
import { type EngineHealthRegistry, HEDGE_AFTER_MAX_MS, type RunEnd } from './engine-health.ts';

/** Kinds of links that usually name a clip. Not all do: a reel link may name a set, a video link a picture post. */
const CLIP_KINDS: ReadonlySet<ParsedLink['kind']> = new Set(['reel', 'tv', 'video']);

/** Returns whether the form of a link suggests a clip. */
const mayNameClip = ({ kind }: ParsedLink): boolean => CLIP_KINDS.has(kind);

/**
 * Returns whether a post consists of a single picture although it is probably a clip. Engines return the cover when a
 * platform withholds the clip's file. A post that its source declares a picture or a set is never treated as a cover.
 */
const isOnlyCover = ({ items, isPicturePost }: ExtractedPost, mayBeClip: boolean): boolean => {
  if (!mayBeClip || isPicturePost) return false;
  const shown = items.filter(({ kind }) => kind !== 'audio');
  return shown.length === 1 && shown[0]?.kind === 'photo';
};

/**
 * Reason why an engine was not run, for the log. Besides the reasons of failures:
 * `out_of_time`: the time limit of the preview was reached.
 * `link_unsupported`: the engine does not read such links.
 * `switched_off`: the owner has switched the engine off.
 */
type LoggedSkip = SkipReason | 'out_of_time' | 'link_unsupported' | 'switched_off';

/**
 * Returns the code and cause of a run for the log: `overtaken` for a run that was slow when it was stopped, `stopped` for one that was not.
 */
const tryOutcomeOf = (end: RunEnd): { code: string; cause?: LoggedCause | undefined } => {
  if (end === 'cancelled') return { code: 'stopped' };
  if (end === 'overtaken') return { code: 'overtaken' };
  return end.ok ? { code: 'ok' } : { code: end.code, cause: loggedCauseOf(end) };
};

/** Creates a function that logs, under the reference of the current request, that an engine was skipped for the link, and why. */
export const createSkipLogger =
  (log: Logger, { platform }: ParsedLink) =>
  ({ name }: { readonly name: EngineName }, reason: LoggedSkip | undefined): void =>
    log.info({ reference: currentReference(), platform, engine: name, cause: reason }, 'engine skipped');

/** Time limits in milliseconds: of one run of an engine, and of all engines together for one preview. */
export const ENGINE_TIMEOUT_MS = 12_000;
export const PREVIEW_TIMEOUT_MS = 30_000;

/**
 * Outcome of a chain or a run. `shortfall` is the weighted number of known defects of the post; above 0, the chain looks for a better post.
 * `host` is the suffix of a delivery host outside the allow list.
 */
export type ChainOutcome<Result> =
  | ({
      readonly ok: true;
      readonly result: Result;
      readonly shortfall?: number;
      readonly host?: string;
    } & FailedTries)
  | EngineFailure;

/** Converts an engine's post into the result of the chain, or into a failure if none of its files can be downloaded. */
export type Finish<Result> = (
  post: ExtractedPost,
  engine: EngineName,
  signal: AbortSignal,
) => Promise<ChainOutcome<Result>>;

/**
 * Finished run for statistics: of an engine or, if `engine` is null, of the whole chain or of a short link that leads to no post. `ms` is
 * its duration in milliseconds.
 */
export interface ChainRun {
  readonly platform: ParsedLink['platform'];
  readonly engine: EngineName | null;
  readonly ms: number;
  readonly outcome: { readonly ok: true } | EngineFailure;
  /** Post and network of the run; absent for the monitor's runs. */
  readonly subject?: CountedSubject | undefined;
}
export type ObserveRun = (run: ChainRun) => void;

/** Dependencies that all runs of a chain or a check share. */
export interface SharedTools {
  readonly registry: EngineHealthRegistry;
  readonly log: Logger;
  readonly observe?: ObserveRun | undefined;
  /** All requesters that wait for the post. */
  readonly requesters: Requesters;
}

export interface RunTools<Result> extends SharedTools {
  readonly finish: Finish<Result>;
  /** Returns whether another engine has shown that the post is a clip. */
  readonly isClip?: (() => boolean) | undefined;
  /** Milliseconds that the run may wait in the queue. */
  readonly waitMs: number;
  /** True for a check or an attempt: the run starts even while the circuit is open, and does not count as a preview. */
  readonly isForced?: boolean;
  /** The only route to use; absent to use the routes that the owner chose. */
  readonly route?: OutboundRoute | undefined;
}

/**
 * Reason why a run is stopped: `overtaken` by an engine that started later, `over` because the chain has ended, `left` because no requester
 * waits any more.
 */
export type StopReason = 'overtaken' | 'over' | 'left';

export interface EngineRun<Result> {
  /** Resolves with the outcome, or with null for a run that was stopped. Never rejects. */
  readonly end: Promise<ChainOutcome<Result> | null>;
  stop(reason: StopReason): void;
}

const isPass = (result: BreakerPass | EngineFailure): result is BreakerPass => !('code' in result);

/**
 * Runs an engine and converts its post. Returns the failure `clip_withheld` if the post is only the cover of a clip. Rejects when the
 * engine or `finish` rejects.
 */
const extractPost = async <Result>(
  engine: Engine,
  link: ParsedLink,
  { finish, isClip, route }: RunTools<Result>,
  run: RunSubject,
  signal: AbortSignal,
): Promise<ChainOutcome<Result>> => {
  const outcome = await engine.extract(link, signal, { run, ...(route === undefined ? {} : { route }) });
  if (!outcome.ok) return outcome;
  if (isOnlyCover(outcome.post, mayNameClip(link) || isClip?.() === true)) return failed('clip_withheld');
  const { failedTries } = outcome;
  const finished = await finish(outcome.post, engine.name, signal);
  return failedTries === undefined ? finished : { ...finished, failedTries };
};

/**
 * Runs `extractPost` within the time limit of the engine. Returns a failure at the time limit, on an abort and for an exception, which it
 * logs.
 */
const extractWithTimeout = async <Result>(
  engine: Engine,
  link: ParsedLink,
  tools: RunTools<Result>,
  { run, signal, abort }: { readonly run: RunSubject; readonly signal: AbortSignal; abort(): void },
): Promise<ChainOutcome<Result>> => {
  const { registry, log } = tools;
  const cancelTimeout = registry.clock.callAfter(engine.runMs ?? ENGINE_TIMEOUT_MS, abort);
  try {
    // An engine that ignores its signal delays nothing.
    return await rejectOnAbort(extractPost(engine, link, tools, run, signal), signal);
  } catch (error) {
    if (signal.aborted) return failed('run_timeout');
    const reference = currentReference();
    log.error({ reference, err: error, engine: engine.name, platform: link.platform }, 'engine fault');
    return failed('engine_fault');
  } finally {
    cancelTimeout();
  }
};

/**
 * Starts a run of one engine: waits in the queue, extracts and converts the post, and reports the result to the
 * registry. A probe continues when another engine was faster, because otherwise a recovered engine would never be
 * detected.
 */
export const startRun = <Result>(
  engine: Engine,
  link: ParsedLink,
  tools: RunTools<Result>,
): EngineRun<Result> => {
  const { registry, log, observe, requesters, waitMs, isForced = false } = tools;
  const { name } = engine;
  const health = registry.healthOf(name, link.platform);
  const subject = registry.subjects.subjectOf(link, requesters);
  const { clock } = registry;
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (): void => controller.abort();
  let isProbe = false;
  let started: number | null = null;
  let stopped: 'overtaken' | 'cancelled' | null = null;

  const runAdmitted = async (pass: BreakerPass): Promise<ChainOutcome<Result> | null> => {
    isProbe = pass.isProbe;
    const began = clock.now();
    started = began;
    const outcome = await extractWithTimeout(engine, link, tools, { run: subject, signal, abort });
    const ms = clock.now() - began;
    const end: RunEnd = stopped ?? outcome;
    health.settle(pass, ms, end, !isForced);
    const { platform } = link;
    const reference = currentReference();
    const tried = { reference, platform, engine: name, ...tryOutcomeOf(end), ms: Math.round(ms) };
    log.info(tried, 'engine tried');
    if (end !== 'cancelled') {
      const reported = end === 'overtaken' ? failed('run_timeout') : end;
      const counted = registry.subjects.countedSubjectOf(subject);
      observe?.({ platform, engine: name, ms, outcome: reported, subject: counted });
    }
    return stopped === null ? outcome : null;
  };

  /** Logs why the engine was skipped, and returns the failure. */
  const recordSkip = (failure: EngineFailure): EngineFailure => {
    createSkipLogger(log, link)(engine, failure.skipReason);
    return failure;
  };

  const run = async (): Promise<ChainOutcome<Result> | null> => {
    const entered = await health.enter({ waitMs, signal, requesters });
    if (!entered.ok)
      return recordSkip(
        failed(entered.reason, { retryAfter: entered.retryAfter, skipReason: entered.reason }),
      );
    try {
      const begun = health.begin(subject, isForced);
      return isPass(begun) ? await runAdmitted(begun) : recordSkip(begun);
    } finally {
      entered.leave();
    }
  };

  return {
    // A run that was stopped in the queue rejects there. Any other rejection is a bug in this program; it must not
    // leave the visitor waiting.
    end: run().catch((error: unknown) => {
      if (stopped !== null) return null;
      log.error({ err: error, engine: name, platform: link.platform }, 'run fault');
      return failed('engine_fault');
    }),
    stop(reason) {
      if (isProbe && reason !== 'left') return;
      // Time in the queue does not make a run slow.
      const ranMs = started === null ? 0 : clock.now() - started;
      // A visitor who leaves while an engine hangs is evidence of slowness too.
      const slowMs = reason === 'overtaken' ? health.slowAfterMs() : HEDGE_AFTER_MAX_MS;
      stopped ??= started !== null && ranMs >= slowMs ? 'overtaken' : 'cancelled';
      abort();
    },
  };
};
