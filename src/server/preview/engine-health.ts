import type { FailureCode, FailureReason } from '#shared/errors.ts';
import {
  ENGINE_FAILURES_MAX,
  LIMITED_MAX_MS,
  STATUS_FAILURES_MIN,
  STATUS_LATELY_MS,
  STATUS_OUTCOMES_MAX,
} from '#shared/limits.ts';
import type { EngineFailure } from '../engines/engine.ts';
import { assessFailure, circuitOpen, FILES_REFUSED, limited, TIMED_OUT } from './chain-failures.ts';
import {
  type BreakerPass,
  type BreakerRules,
  type BreakerState,
  createCircuitBreaker,
} from './circuit-breaker.ts';
import type { RunSubject } from './run-subject.ts';
import { createRunTimes } from './run-times.ts';

export interface EngineFailureRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly code: FailureCode;
  readonly reason?: FailureReason;
  /** Suffix of a delivery host outside the list that files of the post are on. */
  readonly host?: string;
}

/** How one engine does on one platform. Times in milliseconds, moments since 1970; nothing of a link. */
export interface EngineFigures {
  readonly breaker: BreakerState;
  /** When the next probe may run; null when one may at once, and while the breaker is closed. */
  readonly openUntil: number | null;
  /** How long the engine is left alone because it asked for that; null when it did not. */
  readonly limitedUntil: number | null;
  /** Runs of the last hour, at most fifty; `ok` of them were answered, be it with "private". */
  readonly lately: { readonly asked: number; readonly ok: number };
  /** Of runs that brought a post. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly lastSeen: number | null;
  /** When a run last brought a post. */
  readonly lastSuccess: number | null;
  /** Whether the newest runs, of different posts, all got no answer in time. */
  readonly hangs: boolean;
  /** Faults and limits, at most twenty, newest first. */
  readonly failures: readonly EngineFailureRecord[];
}

/** How a run ended: with what the engine gave, overtaken by another engine, or called off. */
export type RunEnd =
  | { readonly ok: true; readonly host?: string }
  | EngineFailure
  | 'overtaken'
  | 'cancelled';

/** What the chain knows and asks of one engine on one platform. */
export interface EngineHealth {
  /** Why the engine is not to be asked now; null when it may be. */
  blockedBy(run: RunSubject): EngineFailure | null;
  /** Whether the next run would be a probe. */
  isCircuitOpen(): boolean;
  /** After how long a run of it counts as slow, milliseconds. */
  slowAfterMs(): number;
  /** Leave to run, or why not. `force` asks an engine that rests, but never one that asked to be left alone. */
  begin(run: RunSubject, force: boolean): BreakerPass | EngineFailure;
  settle(pass: BreakerPass, ms: number, end: RunEnd): void;
  figures(): EngineFigures;
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/** The time an engine wants to be left alone. A service that is down names one as does one that has enough of us. */
const createPause = (now: () => number) => {
  let until = 0;
  let lastFailure: EngineFailure = limited(0, 'asked_to_wait');
  return {
    extend({ code, reason, retryAfter = 0 }: EngineFailure): void {
      const end = now() + Math.min(retryAfter * 1_000, LIMITED_MAX_MS);
      if (end <= Math.max(until, now())) return;
      until = end;
      const why = reason === undefined ? {} : { reason };
      lastFailure = { ok: false, code, terminal: false, skipped: 'asked_to_wait', ...why };
    },
    /** What was said with it, and how long it still lasts; null while there is none. */
    failure: (): EngineFailure | null =>
      now() < until ? { ...lastFailure, retryAfter: secondsOf(until - now()) } : null,
    until: (): number | null => (now() < until ? until : null),
  };
};

/** Remembers the posts that got no answer in time since the last run that ended in another way. */
const createTimeoutHistory = () => {
  let posts: readonly string[] = [];
  return {
    record(end: Exclude<RunEnd, string>, post: string): void {
      const isLate = !end.ok && end.reason === 'upstream_timeout';
      posts = isLate ? [post, ...posts.filter((one) => one !== post)].slice(0, STATUS_FAILURES_MIN) : [];
    },
    isRepeated: (): boolean => posts.length === STATUS_FAILURES_MIN,
  };
};

const toFailureRecord = (at: number, end: Exclude<RunEnd, string>): EngineFailureRecord => {
  const { code, reason, host = end.host } = end.ok ? FILES_REFUSED : end;
  return {
    at,
    code,
    ...(reason === undefined ? {} : { reason }),
    ...(host === undefined ? {} : { host }),
  };
};

/** Starts well and with nothing known. `now` gives milliseconds since 1970; `isOneNetwork` is the circuit breaker's. */
export const createEngineHealth = (
  now: () => number,
  rules?: BreakerRules,
  isOneNetwork?: () => boolean,
): EngineHealth => {
  const breaker = createCircuitBreaker(now, rules, isOneNetwork);
  const times = createRunTimes();
  const pause = createPause(now);
  let seen: readonly { readonly at: number; readonly ok: boolean }[] = [];
  let failures: readonly EngineFailureRecord[] = [];
  let lastSuccess: number | null = null;
  const timeouts = createTimeoutHistory();

  const circuitOpenFailure = (): EngineFailure => circuitOpen(secondsOf((breaker.openUntil() ?? 0) - now()));

  const record = (end: Exclude<RunEnd, string>, { post }: RunSubject): void => {
    const at = now();
    timeouts.record(end, post);
    const assessment = end.ok ? 'answered' : assessFailure(end);
    seen = [...seen, { at, ok: assessment === 'answered' }].slice(-STATUS_OUTCOMES_MAX);
    if (end.ok) lastSuccess = at;
    // A post of which not all files can be had for their host is answered all the same.
    const isReported = end.ok ? end.host !== undefined : assessment !== 'answered';
    if (isReported) failures = [toFailureRecord(at, end), ...failures].slice(0, ENGINE_FAILURES_MAX);
    if (!end.ok && isReported) pause.extend(end);
  };

  return {
    blockedBy: (run) => pause.failure() ?? (breaker.admits(run) ? null : circuitOpenFailure()),
    isCircuitOpen: () => breaker.state() !== 'closed',
    slowAfterMs: times.slowAfterMs,
    begin: (run, force) =>
      pause.failure() ?? (force ? breaker.force(run) : (breaker.admit(run) ?? circuitOpenFailure())),
    settle(pass, ms, end) {
      if (end === 'cancelled') {
        pass.settle('cancelled');
        return;
      }
      if (end === 'overtaken') {
        pass.settle('slow');
        record(TIMED_OUT, pass.run);
        return;
      }
      pass.settle(end.ok ? 'answered' : assessFailure(end));
      if (end.ok) times.add(ms);
      record(end, pass.run);
    },
    figures() {
      const lately = seen.filter(({ at }) => now() - at < STATUS_LATELY_MS);
      return {
        breaker: breaker.state(),
        openUntil: (breaker.openUntil() ?? 0) > now() ? breaker.openUntil() : null,
        limitedUntil: pause.until(),
        lately: { asked: lately.length, ok: lately.filter(({ ok }) => ok).length },
        medianMs: times.medianMs(),
        p95Ms: times.p95Ms(),
        lastSeen: seen.at(-1)?.at ?? null,
        lastSuccess,
        hangs: timeouts.isRepeated(),
        failures,
      };
    },
  };
};
