import type { EngineName } from '#shared/contract/content-type.ts';
import { HEDGE_AFTER_MAX_MS } from '#shared/engine-limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { Engine, EngineFailure, ExtractedPost } from '../engines/engine.ts';
import { CLIP_WITHHELD } from '../engines/engine-failure.ts';
import type { Logger } from '../observability/logger.ts';
import { currentReference } from '../observability/request-reference.ts';
import { ENGINE_FAULT, FILES_REFUSED, limited, TIMED_OUT } from './chain-failures.ts';
import type { BreakerPass } from './circuit-breaker.ts';
import { isOnlyCover, mayNameClip } from './clip-cover.ts';
import type { RunEnd } from './engine-health.ts';
import type { EngineHealthRegistry } from './engine-health-registry.ts';
import { logSkips, logTry } from './preview-log.ts';
import type { Requesters } from './requester.ts';
import type { CountedSubject } from './run-subject.ts';

/** `shortfall` is above 0 for a post with known defects: the chain then looks for a better one. */
export type ChainOutcome<Result> =
  | { readonly ok: true; readonly result: Result; readonly shortfall?: number; readonly host?: string }
  | EngineFailure;

/** Makes what is offered of an engine's post; null when nothing of it can be saved, and the next engine is asked. */
export type Finish<Result> = (
  post: ExtractedPost,
  engine: EngineName,
  signal: AbortSignal,
) => Promise<Result | null>;

/** What the chain asks of a result, which it does not look into itself. */
export interface ResultAppraiser<Result> {
  /** How far it falls short of what another engine may bring; 0 for one without known defects. */
  shortfallOf(result: Result): number;
  /** Whether nothing of it can be offered. */
  isEmpty(result: Result): boolean;
  /** Suffix of a delivery host outside the list that some of its files are on. */
  unlistedHostOf(result: Result): string | undefined;
}

/** One run of an engine, or of the whole chain (`engine` is null), for whoever keeps count. */
export interface ChainRun {
  readonly platform: ParsedLink['platform'];
  readonly engine: EngineName | null;
  readonly ms: number;
  readonly outcome: { readonly ok: true } | EngineFailure;
  /** Whose post it was; left out for the monitor's. */
  readonly subject?: CountedSubject | undefined;
}
export type ObserveRun = (run: ChainRun) => void;

export interface RunTools<Result> {
  readonly registry: EngineHealthRegistry;
  readonly finish: Finish<Result>;
  /** Left out where every result will do. */
  readonly appraiser?: ResultAppraiser<Result> | undefined;
  /** Whether another engine has shown that the post is a clip. */
  readonly isClip?: (() => boolean) | undefined;
  readonly log: Logger;
  readonly observe?: ObserveRun | undefined;
  /** Everybody who waits for the post. */
  readonly requesters: Requesters;
  /** How long the run itself may take, and how long it may wait for its turn. */
  readonly runMs: number;
  readonly waitMs: number;
  /** Asks an engine that rests too. */
  readonly force?: boolean;
}

/** `overtaken`: another engine was faster though it began later. `over`: nobody needs it any more. `left`: nobody waits. */
export type StopReason = 'overtaken' | 'over' | 'left';

export interface EngineRun<Result> {
  /** Never rejects. A run that was stopped ends with null. */
  readonly end: Promise<ChainOutcome<Result> | null>;
  stop(why: StopReason): void;
}

const hostOf = ({ host }: { readonly host?: string }) => (host === undefined ? {} : { host });

const isPass = (begun: BreakerPass | EngineFailure): begun is BreakerPass => !('code' in begun);

/** Rejects with the signal's reason as soon as it aborts; an engine that ignores its signal is left behind, not waited for. */
const rejectOnAbort = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
  });

/** Asks an engine and makes what is offered of its post. Rejects when the engine does, and with the signal's reason. */
const extractPost = async <Result>(
  engine: Engine,
  link: ParsedLink,
  { finish, appraiser, isClip }: RunTools<Result>,
  signal: AbortSignal,
): Promise<ChainOutcome<Result>> => {
  const outcome = await engine.extract(link, signal);
  if (!outcome.ok) return outcome;
  if (isOnlyCover(outcome.post, mayNameClip(link) || isClip?.() === true)) return CLIP_WITHHELD;
  const result = await finish(outcome.post, engine.name, signal);
  if (result === null) return FILES_REFUSED;
  const host = appraiser?.unlistedHostOf(result);
  const named = host === undefined ? {} : { host };
  if (appraiser?.isEmpty(result) === true) return { ...FILES_REFUSED, ...named };
  const shortfall = appraiser?.shortfallOf(result) ?? 0;
  return { ok: true, result, ...(shortfall === 0 ? {} : { shortfall }), ...named };
};

/** The same within its time, and with a failure for every fault. */
const extractWithTimeout = async <Result>(
  engine: Engine,
  link: ParsedLink,
  tools: RunTools<Result>,
  { signal, abort }: { readonly signal: AbortSignal; abort(): void },
): Promise<ChainOutcome<Result>> => {
  const { registry, log, runMs } = tools;
  const cancelTimeout = registry.clock.after(runMs, abort);
  try {
    return await rejectOnAbort(extractPost(engine, link, tools, signal), signal);
  } catch (error) {
    if (signal.aborted) return TIMED_OUT;
    const reference = currentReference();
    log.error({ reference, err: error, engine: engine.name, platform: link.platform }, 'engine fault');
    return ENGINE_FAULT;
  } finally {
    cancelTimeout();
  }
};

/**
 * Runs one engine: waits for its turn, asks it, makes what is offered of its post, and reports the result to the registry.
 * A probe runs on to its end though another engine was faster: else an engine that works again would never be found out.
 */
export const startRun = <Result>(
  engine: Engine,
  link: ParsedLink,
  tools: RunTools<Result>,
): EngineRun<Result> => {
  const { registry, log, observe, requesters, waitMs, force = false } = tools;
  const health = registry.of(engine.name, link.platform);
  const subject = registry.subjects.of(link, requesters);
  const { clock } = registry;
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (): void => controller.abort();
  let probing = false;
  let started: number | null = null;
  let stopped: 'overtaken' | 'cancelled' | null = null;

  const runAdmitted = async (pass: BreakerPass): Promise<ChainOutcome<Result> | null> => {
    probing = pass.probe;
    const began = clock.now();
    started = began;
    const outcome = await extractWithTimeout(engine, link, tools, { signal, abort });
    const ms = clock.now() - began;
    const end: RunEnd = stopped ?? (outcome.ok ? { ok: true, ...hostOf(outcome) } : outcome);
    health.settle(pass, ms, end);
    logTry(log, { platform: link.platform, engine: engine.name, ms, end });
    if (end !== 'cancelled') {
      const reported = end === 'overtaken' ? TIMED_OUT : end;
      const counted = registry.subjects.counted(subject);
      observe?.({ platform: link.platform, engine: engine.name, ms, outcome: reported, subject: counted });
    }
    return stopped === null ? outcome : null;
  };

  /** Logs why the engine was not asked at all. */
  const recordSkip = (failure: EngineFailure): EngineFailure => {
    logSkips(log, link)(engine, failure.skipped);
    return failure;
  };

  const run = async (): Promise<ChainOutcome<Result> | null> => {
    const entered = await health.enter({ waitMs, signal, requesters });
    if (!entered.ok) return recordSkip(limited(entered.retryAfter, entered.reason));
    try {
      const begun = health.begin(subject, force);
      return isPass(begun) ? await runAdmitted(begun) : recordSkip(begun);
    } finally {
      entered.leave();
    }
  };

  return {
    // A run that was stopped in the queue rejects there; anything else is a fault of ours, for which nobody must wait in vain.
    end: run().catch((error: unknown) => {
      if (stopped !== null) return null;
      log.error({ err: error, engine: engine.name, platform: link.platform }, 'run fault');
      return ENGINE_FAULT;
    }),
    stop(why) {
      if (probing && why !== 'left') return;
      // One that spent its time in the queue was not slow.
      const ranMs = started === null ? 0 : clock.now() - started;
      // A visitor who gives up on an engine that hangs is a sign of it as well.
      const slowMs = why === 'overtaken' ? health.slowAfterMs() : HEDGE_AFTER_MAX_MS;
      stopped ??= started !== null && ranMs >= slowMs ? 'overtaken' : 'cancelled';
      abort();
    },
  };
};
