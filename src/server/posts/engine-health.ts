import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import { STATUS_FAILURES_MIN, STATUS_OUTCOMES_MAX, STATUS_RECENT_MS } from '#shared/contract/status.ts';
import type { FailureCode, FailureReason, ShownCause } from '#shared/failures.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import { PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import { type Announcements, NO_ANNOUNCEMENTS } from '../base/announcements/announcements.ts';
import { ENGINES } from '../engines/registry.ts';
import {
  type BreakerPass,
  type BreakerRules,
  type BreakerState,
  createCircuitBreaker,
  createRunSubjects,
  type RunSubject,
  type RunSubjects,
} from '../platforms/circuit-breaker.ts';
import { type EngineFailure, failed, plainFailure, shownCauseOf, type Tried } from '../platforms/failures.ts';
import { serverPlatformOf } from '../platforms/server-platforms.ts';
import {
  type Clock,
  createEngineQueue,
  createStartBudget,
  type EngineQueue,
  type QueueRules,
  type StartBudget,
  type StartBudgetState,
  systemClock,
} from './engine-queue.ts';

/** Successful runs used to compute an engine's usual speed: the maximum retained, and the minimum needed. */
export const RUN_TIMES_MAX = 50;
const RUN_TIMES_MIN = 5;
/**
 * Delay after which the next engine starts alongside a slow run: the engine's 95th percentile within these bounds, or the
 * default while unknown.
 */
export const HEDGE_AFTER_DEFAULT_MS = 3_000;
export const HEDGE_AFTER_MIN_MS = 1_000;
export const HEDGE_AFTER_MAX_MS = 8_000;

/**
 * Returns the percentile by nearest rank: the smallest value that at least `share` of the values do not exceed; null
 * for no values.
 */
const percentile = (values: readonly number[], share: number): number | null =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? null;

/** Creates an empty record of the durations in milliseconds of an engine's latest RUN_TIMES_MAX successful runs. */
export const createRunTimes = () => {
  let recent: readonly number[] = [];
  const p95Ms = (): number | null => percentile(recent, 0.95);
  return {
    add(ms: number): void {
      recent = [...recent, ms].slice(-RUN_TIMES_MAX);
    },
    medianMs: (): number | null => percentile(recent, 0.5),
    p95Ms,
    /**
     * Returns the duration after which a run counts as slow: the engine's 95th percentile within bounds, or a default
     * while there are too few runs.
     */
    slowAfterMs(): number {
      const known = recent.length < RUN_TIMES_MIN ? null : p95Ms();
      return known === null
        ? HEDGE_AFTER_DEFAULT_MS
        : Math.min(HEDGE_AFTER_MAX_MS, Math.max(HEDGE_AFTER_MIN_MS, known));
    },
  };
};

/** Longest pause of an engine after an upstream Retry-After; a longer one belongs to a quota, or is a mistake. */
export const RATE_LIMIT_PAUSE_MAX_MS = 15 * 60 * 1_000;
/** Maximum number of recent failures of one engine on one platform, which the panel lists. */
export const ENGINE_FAILURES_MAX = 20;

interface EngineFailureRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly code: FailureCode;
  readonly reason?: FailureReason;
  /** What the owner reads. */
  readonly cause: ShownCause;
  /** Route of the try; absent for a run that had no choice. */
  readonly route?: OutboundRoute;
  /** Suffix of a delivery host that is not on the allow list but serves files of the post. */
  readonly host?: string;
}

/**
 * Health figures of one engine on one platform. Durations in milliseconds, times in milliseconds since 1970. They
 * contain nothing about links.
 */
interface EngineFigures {
  readonly breaker: BreakerState;
  /** Time of the next probe; null when one may run now and while the breaker is closed. */
  readonly openUntil: number | null;
  /** End of the pause that the engine requested; null when there is none. */
  readonly limitedUntil: number | null;
  /**
   * Runs of previews in the last hour, at most fifty. `ok` counts those that were answered, including answers such as
   * "private". Checks do not count here.
   */
  readonly lately: { readonly asked: number; readonly ok: number };
  /** Median duration of runs of previews that returned a post. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  /** Time of the last run, whoever requested it. */
  readonly lastSeen: number | null;
  /** Time of the last run that returned a post. */
  readonly lastSuccess: number | null;
  /** Whether the most recent runs, each of a different post, all timed out. */
  readonly hangs: boolean;
  /** Faults and rate limits, at most twenty, newest first. */
  readonly failures: readonly EngineFailureRecord[];
}

/** Result of a run: what the engine returned, `overtaken` by another engine, or `cancelled`. */
export type RunEnd =
  | ({ readonly ok: true; readonly host?: string } & Tried)
  | EngineFailure
  | 'overtaken'
  | 'cancelled';

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/** Creates the pause that an engine requests through `retryAfter`. Both rate limits and outages can name one. */
const createPause = (now: () => number) => {
  let until = 0;
  let lastFailure: EngineFailure | null = null;
  return {
    /** Returns whether the failure asks for a longer pause than the current one. */
    extend({ code, reason, retryAfter = 0 }: EngineFailure): boolean {
      const end = now() + Math.min(retryAfter * 1_000, RATE_LIMIT_PAUSE_MAX_MS);
      if (end <= Math.max(until, now())) return false;
      until = end;
      lastFailure = plainFailure({ code, reason }, { skipped: 'asked_to_wait' });
      return true;
    },
    /** Returns the failure that started the pause, with the seconds that remain; null when there is no pause. */
    failure: (): EngineFailure | null =>
      lastFailure !== null && now() < until ? { ...lastFailure, retryAfter: secondsOf(until - now()) } : null,
    until: (): number | null => (now() < until ? until : null),
  };
};

/**
 * Creates a record of the last posts that timed out one after another, at most STATUS_FAILURES_MIN. A run with another result empties it.
 */
const createTimeoutHistory = () => {
  let posts: readonly string[] = [];
  return {
    record(end: Exclude<RunEnd, string>, post: string): void {
      const isLate = !end.ok && end.hangs === true;
      posts = isLate ? [post, ...posts.filter((one) => one !== post)].slice(0, STATUS_FAILURES_MIN) : [];
    },
    isRepeated: (): boolean => posts.length === STATUS_FAILURES_MIN,
  };
};

const toFailureRecord = (at: number, failure: EngineFailure, route?: OutboundRoute): EngineFailureRecord => {
  const { code, reason, host } = failure;
  return {
    at,
    code,
    cause: shownCauseOf(failure),
    ...(route === undefined ? {} : { route }),
    ...(reason === undefined ? {} : { reason }),
    ...(host === undefined ? {} : { host }),
  };
};

/** Returns what a run reports to the owner, newest first: the failed tries of its routes, else the failure of the run. */
const toFailureRecords = (at: number, end: Exclude<RunEnd, string>): readonly EngineFailureRecord[] => {
  const ofTries = (end.failedTries ?? [])
    .map(({ route, failure }) => toFailureRecord(at, failure, route))
    .reverse();
  if (!end.ok) return ofTries.length > 0 ? ofTries : [toFailureRecord(at, end)];
  return end.host === undefined
    ? ofTries
    : [toFailureRecord(at, failed('files_refused', { host: end.host })), ...ofTries];
};

/**
 * Creates the record of one engine's runs on one platform, which decides whether the engine may run. `now` returns milliseconds since 1970.
 * Calls `onPause` with the failure of a run that asked for a longer pause than the current one.
 */
export const createEngineHealth = (
  now: () => number,
  rules?: BreakerRules,
  onPause: (failure: EngineFailure) => void = () => undefined,
) => {
  const breaker = createCircuitBreaker(now, rules);
  /** Durations of all successful runs, checks included, and of those for previews alone. */
  const times = createRunTimes();
  const previewTimes = createRunTimes();
  const pause = createPause(now);
  let seen: readonly { readonly at: number; readonly ok: boolean }[] = [];
  let failures: readonly EngineFailureRecord[] = [];
  let lastSeen: number | null = null;
  let lastSuccess: number | null = null;
  const timeouts = createTimeoutHistory();

  const circuitOpenFailure = (): EngineFailure =>
    failed('engine_resting', {
      retryAfter: secondsOf((breaker.openUntil() ?? 0) - now()),
      skipped: 'circuit_open',
    });

  const record = (end: Exclude<RunEnd, string>, { post }: RunSubject, isPreview: boolean): void => {
    const at = now();
    timeouts.record(end, post);
    const assessment = end.ok ? 'answered' : end.breaker;
    lastSeen = at;
    if (isPreview) seen = [...seen, { at, ok: assessment === 'answered' }].slice(-STATUS_OUTCOMES_MAX);
    if (end.ok) lastSuccess = at;
    // A post counts as answered, but a route that failed before and files on a host outside the allow list are reported, and so are
    // answers without media: if most are, the owner must see it.
    const isReported = end.ok || assessment !== 'answered' || end.code === 'no_media';
    if (isReported) failures = [...toFailureRecords(at, end), ...failures].slice(0, ENGINE_FAILURES_MAX);
    if (!end.ok && isReported && pause.extend(end)) onPause(end);
  };

  /** Records the end of a run that took `ms` milliseconds. `isPreview` is false for a check. */
  const settle = (pass: BreakerPass, ms: number, end: RunEnd, isPreview = true): void => {
    // A refusal that asked nobody shows nothing about the engine.
    if (
      end === 'cancelled' ||
      (typeof end !== 'string' && !end.ok && (end.status === 'not_reached' || end.skipped !== undefined))
    ) {
      pass.settle('cancelled');
      return;
    }
    if (end === 'overtaken') {
      pass.settle('slow');
      record(failed('run_timeout'), pass.run, isPreview);
      return;
    }
    pass.settle(end.ok ? 'answered' : end.breaker);
    if (end.ok) times.add(ms);
    if (end.ok && isPreview) previewTimes.add(ms);
    record(end, pass.run, isPreview);
  };

  return {
    /** Returns why the engine may not run now; null when it may. */
    blockedBy: (run: RunSubject): EngineFailure | null =>
      pause.failure() ?? (breaker.admits(run) ? null : circuitOpenFailure()),
    /** Returns whether the next run would be a probe. */
    isCircuitOpen: (): boolean => breaker.state() !== 'closed',
    slowAfterMs: times.slowAfterMs,
    /**
     * Returns permission for a run, or the failure that prevents it. `isForced` also admits a run while the circuit is open,
     * but never during a pause that the engine requested.
     */
    begin: (run: RunSubject, isForced: boolean): BreakerPass | EngineFailure =>
      pause.failure() ?? (isForced ? breaker.force(run) : (breaker.admit(run) ?? circuitOpenFailure())),
    settle,
    /** Pauses the engine for the `retryAfter` of a failure here or on another instance. Returns whether the pause became longer. */
    pause: pause.extend,
    figures(): EngineFigures {
      const lately = seen.filter(({ at }) => now() - at < STATUS_RECENT_MS);
      return {
        breaker: breaker.state(),
        openUntil: (breaker.openUntil() ?? 0) > now() ? breaker.openUntil() : null,
        limitedUntil: pause.until(),
        lately: { asked: lately.length, ok: lately.filter(({ ok }) => ok).length },
        medianMs: previewTimes.medianMs(),
        p95Ms: previewTimes.p95Ms(),
        lastSeen,
        lastSuccess,
        hangs: timeouts.isRepeated(),
        failures,
      };
    },
  };
};

interface FailingEngine {
  readonly engine: EngineName;
  readonly platform: PlatformId;
}

/** Returns the engines that do not work now: those whose circuit is open, and those whose latest runs all timed out. */
export const failingEngines = (records: readonly EngineRecord[]): readonly FailingEngine[] =>
  records
    .filter((record) => record.breaker !== 'closed' || record.hangs)
    .map(({ engine, platform }) => ({ engine, platform }));

export type RunHealth = ReturnType<typeof createEngineHealth>;

/** Health and queue of one engine on one platform. */
export type EngineOnPlatform = RunHealth & EngineQueue;

/** Health figures of one engine on one platform. They contain nothing about links. */
export interface EngineRecord extends EngineFigures {
  readonly engine: EngineName;
  readonly platform: PlatformId;
  /** Starts in the last hour; null when starts are not limited. */
  readonly budget: StartBudgetState | null;
}

/** In-memory registry of the health and rate limits of every engine on every platform. */
export interface EngineHealthRegistry {
  readonly clock: Clock;
  readonly subjects: RunSubjects;
  of(engine: EngineName, platform: PostPlatform): EngineOnPlatform;
  /** Deletes the data of an engine, for when its name now stands for another service. */
  forget(engine: EngineName): void;
  /** Returns a record for each of these engines on each platform, including those that have not run. */
  records(engines: readonly EngineName[]): readonly EngineRecord[];
}

/** A failure with which an engine asked to wait. */
interface AskedPause {
  readonly engine: EngineName;
  readonly platform: PostPlatform;
  readonly failure: EngineFailure;
}

export interface EngineHealthRegistryOptions {
  readonly clock?: Clock;
  /** Replaces the default breaker rules in tests. */
  readonly breaker?: BreakerRules;
  readonly rates?: (engine: EngineName, platform: PostPlatform) => QueueRules;
  /** Channel to the other instances: a pause that an engine asks for on one of them applies on all. */
  readonly announcements?: Announcements | undefined;
}

const NO_START_LIMIT = { freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 } as const;

/**
 * Returns the rate limits of an engine on a platform. Starts are limited only for engines that send from this server's address; the
 * others have addresses of their own.
 */
export const queueRulesOf = (engine: EngineName, platform: PostPlatform): QueueRules => {
  const { concurrency, maxQueue, usesOwnAddress } = ENGINES[engine];
  const startLimit = usesOwnAddress ? serverPlatformOf(platform)?.startLimit : undefined;
  return { concurrency, maxQueue, ...(startLimit ?? NO_START_LIMIT) };
};

export const createEngineHealthRegistry = ({
  clock = systemClock,
  breaker,
  rates = queueRulesOf,
  announcements = NO_ANNOUNCEMENTS,
}: EngineHealthRegistryOptions = {}): EngineHealthRegistry => {
  const subjects = createRunSubjects(clock.now);
  const entries = new Map<string, EngineOnPlatform>();
  const budgets = new Map<string, StartBudget>();
  const announce = announcements.join<AskedPause>('asked to wait', ({ engine, platform, failure }) =>
    of(engine, platform).pause(failure),
  );

  const of = (engine: EngineName, platform: PostPlatform): EngineOnPlatform => {
    const key = `${engine} ${platform}`;
    const known = entries.get(key);
    if (known !== undefined) return known;
    const rules = rates(engine, platform);
    const budgetKey = ENGINES[engine].usesOwnAddress ? `own address ${platform}` : key;
    const budget = budgets.get(budgetKey) ?? createStartBudget(clock, rules);
    budgets.set(budgetKey, budget);
    const health = createEngineHealth(clock.now, breaker, (failure) =>
      announce({ engine, platform, failure }),
    );
    const created = { ...health, ...createEngineQueue(clock, rules, budget) };
    entries.set(key, created);
    return created;
  };
  return {
    clock,
    subjects,
    of,
    forget: (engine) => {
      for (const key of entries.keys()) if (key.startsWith(`${engine} `)) entries.delete(key);
      for (const key of budgets.keys()) if (key.startsWith(`${engine} `)) budgets.delete(key);
    },
    records: (engines) =>
      engines
        .filter((engine) => ENGINES[engine].isForSamples !== true)
        .flatMap((engine) =>
          PLATFORM_IDS.map((platform) => {
            const entry = of(engine, platform);
            return { engine, platform, ...entry.figures(), budget: entry.budget() };
          }),
        ),
  };
};
