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
} from '../platforms/circuit-breaker.ts';
import {
  type EngineFailure,
  type FailedTries,
  failed,
  plainFailure,
  shownCauseOf,
} from '../platforms/failures.ts';
import { serverPlatformOf } from '../platforms/server-platforms.ts';
import {
  type Clock,
  createEngineQueue,
  createStartBudget,
  type QueueRules,
  type StartBudget,
  type StartBudgetState,
  systemClock,
} from './engine-queue.ts';

/** Numbers of successful runs from which an engine's usual speed is computed: the maximum that is kept, and the minimum that is needed. */
export const RUN_TIMES_MAX = 50;
const RUN_TIMES_MIN = 5;
/**
 * Milliseconds after which the next engine starts in parallel to a slow run: the 95th percentile of the slow engine's durations within
 * these bounds, or the default while too few durations are known.
 */
export const HEDGE_AFTER_DEFAULT_MS = 3_000;
export const HEDGE_AFTER_MIN_MS = 1_000;
export const HEDGE_AFTER_MAX_MS = 8_000;

/**
 * Returns the percentile by nearest rank: the smallest value that at least `share` of the values do not exceed; null if there are no
 * values.
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
     * Returns the milliseconds after which a run counts as slow: the engine's 95th percentile within HEDGE_AFTER_MIN_MS and
     * HEDGE_AFTER_MAX_MS, or HEDGE_AFTER_DEFAULT_MS while there are too few runs.
     */
    slowAfterMs(): number {
      const known = recent.length < RUN_TIMES_MIN ? null : p95Ms();
      return known === null
        ? HEDGE_AFTER_DEFAULT_MS
        : Math.min(HEDGE_AFTER_MAX_MS, Math.max(HEDGE_AFTER_MIN_MS, known));
    },
  };
};

/**
 * Maximum time in milliseconds that an engine pauses after a rate limit. A longer Retry-After of an upstream is shortened to it: such a long
 * time is that of a quota, or a mistake.
 */
export const RATE_LIMIT_PAUSE_MAX_MS = 15 * 60 * 1_000;
/** Maximum number of recent failures of one engine on one platform, which the panel lists. */
export const ENGINE_FAILURES_MAX = 20;

interface EngineFailureRecord {
  /** Time of the failure in milliseconds since 1970. */
  readonly at: number;
  readonly code: FailureCode;
  readonly reason?: FailureReason;
  /** Cause of the failure, as the owner reads it. */
  readonly cause: ShownCause;
  /** Route on which the engine tried to read the post; absent for a run that had no choice of routes. */
  readonly route?: OutboundRoute;
  /** Suffix of a delivery host that is not on the allow list but serves files of the post; absent if there is none. */
  readonly host?: string;
}

/**
 * Health figures of one engine on one platform. Durations are in milliseconds, times in milliseconds since 1970. The figures contain
 * nothing about links.
 */
interface EngineFigures {
  readonly breaker: BreakerState;
  /** Time of the next probe; null when a probe may run now and while the breaker is closed. */
  readonly openUntil: number | null;
  /** End of the pause that the engine requested; null when there is no pause. */
  readonly limitedUntil: number | null;
  /**
   * Numbers of runs for previews in the last hour, at most fifty: `asked` counts all of them, `ok` those that were answered, also with an
   * answer such as "private". Checks do not count.
   */
  readonly lately: { readonly asked: number; readonly ok: number };
  /** Median duration of the runs for previews that returned a post; null if unknown. */
  readonly medianMs: number | null;
  /** 95th percentile of the same durations; null if unknown. */
  readonly p95Ms: number | null;
  /** Time of the last run, a check or a run for a preview; null if there was none. */
  readonly lastSeen: number | null;
  /** Time of the last run that returned a post; null if there was none. */
  readonly lastSuccess: number | null;
  /** Whether the most recent runs, each of a different post, all timed out. */
  readonly hangs: boolean;
  /**
   * Latest failures that the owner must see, newest first, at most ENGINE_FAILURES_MAX: faults, rate limits, answers without media, failed
   * tries on a route, and files on a host outside the allow list.
   */
  readonly failures: readonly EngineFailureRecord[];
}

/**
 * Result of a run: what the engine returned, or how the run was stopped: `overtaken` if it was slow by then, otherwise `cancelled`. `host`
 * is the suffix of a delivery host outside the allow list; absent if there is none.
 */
export type RunEnd =
  | ({ readonly ok: true; readonly host?: string } & FailedTries)
  | EngineFailure
  | 'overtaken'
  | 'cancelled';

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/**
 * Creates a record of the pause that an engine requests through `retryAfter`, after a rate limit or an outage. `now` returns milliseconds
 * since 1970.
 */
const createPause = (now: () => number) => {
  let endsAt = 0;
  let lastFailure: EngineFailure | null = null;
  return {
    /** Starts or extends the pause if the failure asks for a longer pause than the current one. Returns whether it did. */
    extend({ code, reason, retryAfter = 0 }: EngineFailure): boolean {
      const end = now() + Math.min(retryAfter * 1_000, RATE_LIMIT_PAUSE_MAX_MS);
      if (end <= Math.max(endsAt, now())) return false;
      endsAt = end;
      lastFailure = plainFailure({ code, reason }, { skipReason: 'asked_to_wait' });
      return true;
    },
    /** Returns the failure that started the pause, with the seconds that remain; null when there is no pause. */
    failure: (): EngineFailure | null =>
      lastFailure !== null && now() < endsAt
        ? { ...lastFailure, retryAfter: secondsOf(endsAt - now()) }
        : null,
    /** Returns the end of the pause in milliseconds since 1970; null when there is no pause. */
    endsAt: (): number | null => (now() < endsAt ? endsAt : null),
  };
};

/**
 * Creates a record of the last posts that timed out one after another, at most STATUS_FAILURES_MIN posts. A run with another result empties
 * the record.
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

/**
 * Returns the failure records of a run for the owner, newest first: those of its failed tries on routes; if there are none, that of its own
 * failure. Also reports files on a host outside the allow list.
 */
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
  /** Durations of all successful runs, checks included (`times`), and of the successful runs for previews (`previewTimes`). */
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
      skipReason: 'circuit_open',
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

  /**
   * Reports the end of a run that took `ms` milliseconds to the circuit breaker. Records it in the figures unless the run was cancelled or
   * sent no request. `isPreview` is false for a check.
   */
  const settle = (pass: BreakerPass, ms: number, end: RunEnd, isPreview = true): void => {
    // A refusal that asked nobody shows nothing about the engine.
    if (
      end === 'cancelled' ||
      (typeof end !== 'string' && !end.ok && (end.status === 'not_reached' || end.skipReason !== undefined))
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
    /** Returns the failure that prevents a run of the engine now; null when the engine may run. */
    blockingFailure: (run: RunSubject): EngineFailure | null =>
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
        limitedUntil: pause.endsAt(),
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

/**
 * Returns the engines that do not work now, with the platform: those whose circuit is not closed, and those whose latest runs all timed
 * out.
 */
export const failingEngines = (records: readonly EngineRecord[]): readonly FailingEngine[] =>
  records
    .filter((record) => record.breaker !== 'closed' || record.hangs)
    .map(({ engine, platform }) => ({ engine, platform }));

export type RunHealth = ReturnType<typeof createEngineHealth>;

/** Health and queue of one engine on one platform. */
export type EngineOnPlatform = RunHealth & ReturnType<typeof createEngineQueue>;

/** Health figures of one engine on one platform, with its name and its budget of starts. They contain nothing about links. */
export interface EngineRecord extends EngineFigures {
  readonly engine: EngineName;
  readonly platform: PlatformId;
  /** Budget of the engine's starts; null when starts are not limited. */
  readonly budget: StartBudgetState | null;
}

/** Announcement of a pause to the other instances, with the failure in which the engine asked to wait. */
interface AskedPause {
  readonly engine: EngineName;
  readonly platform: PostPlatform;
  readonly failure: EngineFailure;
}

export interface EngineHealthRegistryOptions {
  readonly clock?: Clock;
  /** Replaces the default breaker rules in tests. */
  readonly breaker?: BreakerRules;
  /** Returns the queue rules of an engine on a platform; replaces `queueRulesOf` in tests. */
  readonly rulesOf?: (engine: EngineName, platform: PostPlatform) => QueueRules;
  /** Channel to the other instances. A pause that an engine asks for on one instance applies on all. */
  readonly announcements?: Announcements | undefined;
}

const NO_START_LIMIT = { freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 } as const;

/**
 * Returns the queue rules of an engine on a platform. Starts are limited only for engines that send requests from this server's address;
 * the other engines ask services, which have their own addresses.
 */
export const queueRulesOf = (engine: EngineName, platform: PostPlatform): QueueRules => {
  const { concurrency, maxQueue, usesOwnAddress } = ENGINES[engine];
  const startLimit = usesOwnAddress ? serverPlatformOf(platform)?.startLimit : undefined;
  return { concurrency, maxQueue, ...(startLimit ?? NO_START_LIMIT) };
};

/** Creates the in-memory registry of the health and the queue of every engine on every platform. */
export const createEngineHealthRegistry = ({
  clock = systemClock,
  breaker,
  rulesOf = queueRulesOf,
  announcements = NO_ANNOUNCEMENTS,
}: EngineHealthRegistryOptions = {}) => {
  const subjects = createRunSubjects(clock.now);
  const entries = new Map<string, EngineOnPlatform>();
  const budgets = new Map<string, StartBudget>();
  const announce = announcements.join<AskedPause>('asked to wait', ({ engine, platform, failure }) =>
    healthOf(engine, platform).pause(failure),
  );

  const healthOf = (engine: EngineName, platform: PostPlatform): EngineOnPlatform => {
    const key = `${engine} ${platform}`;
    const known = entries.get(key);
    if (known !== undefined) return known;
    const rules = rulesOf(engine, platform);
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
    /** Returns the health and the queue of an engine on a platform, which are created on the first call. */
    healthOf,
    /**
     * Deletes the health, the queues and the budgets of an engine, because its name now stands for another service. Keeps a budget that
     * several engines share.
     */
    forget: (engine: EngineName): void => {
      for (const key of entries.keys()) if (key.startsWith(`${engine} `)) entries.delete(key);
      for (const key of budgets.keys()) if (key.startsWith(`${engine} `)) budgets.delete(key);
    },
    /** Returns a record for each of these engines on each platform, including engines that have not run. Leaves out the sample engine. */
    records: (engines: readonly EngineName[]): readonly EngineRecord[] =>
      engines
        .filter((engine) => ENGINES[engine].isForSamples !== true)
        .flatMap((engine) =>
          PLATFORM_IDS.map((platform) => {
            const entry = healthOf(engine, platform);
            return { engine, platform, ...entry.figures(), budget: entry.budget() };
          }),
        ),
  };
};

export type EngineHealthRegistry = ReturnType<typeof createEngineHealthRegistry>;
