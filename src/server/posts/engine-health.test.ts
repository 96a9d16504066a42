import { beforeEach, describe, expect, it } from 'vitest';
import { STATUS_RECENT_MS } from '#shared/contract/status.ts';
import { BREAKER_FAULTS, type RunSubject } from '../platforms/circuit-breaker.ts';
import { type EngineFailure, failed } from '../platforms/failures.ts';
import {
  createEngineHealth,
  ENGINE_FAILURES_MAX,
  RATE_LIMIT_PAUSE_MAX_MS,
  type RunEnd,
  type RunHealth,
} from './engine-health.ts';

let time = 0;
let health: RunHealth;
beforeEach(() => {
  time = 1_700_000_000_000;
  health = createEngineHealth(() => time);
});

const OK: RunEnd = { ok: true };
let posts = 0;
/** Subject of a new post on each call, from five networks in turn. */
const next = (): RunSubject => {
  posts += 1;
  return { network: `network ${posts % 5}`, post: `post ${posts}`, budget: 'visitor', isOnlyNetwork: false };
};
const fault = (): EngineFailure => failed('network');
const limited = (retryAfter?: number): EngineFailure =>
  failed('rate_limited', retryAfter === undefined ? {} : { retryAfter });
const run = (end: RunEnd, ms = 100, isPreview = true) => {
  const begun = health.begin(next(), !isPreview);
  if ('code' in begun) throw new Error(`held: ${begun.code}`);
  time += ms;
  health.settle(begun, ms, end, isPreview);
};

describe('a pause that an engine requested', () => {
  it('is kept to the second, also by forced runs', () => {
    run(limited(40));
    expect(health.blockingFailure(next())).toMatchObject({ code: 'rate_limited', retryAfter: 40 });
    time += 30_500;
    expect(health.blockingFailure(next())).toMatchObject({ retryAfter: 10 });
    expect(health.begin(next(), true)).toMatchObject({ code: 'rate_limited', retryAfter: 10 });
    time += 9_500;
    expect(health.blockingFailure(next())).toBeNull();
    expect(health.figures().limitedUntil).toBeNull();
  });

  it('is not shortened by a later, shorter one', () => {
    const [one, other] = [health.begin(next(), false), health.begin(next(), false)];
    if ('code' in one || 'code' in other) throw new Error('held');
    health.settle(one, 1, limited(60));
    health.settle(other, 1, limited(5));
    expect(health.figures().limitedUntil).toBe(time + 60_000);
  });

  it('lasts a quarter of an hour at most, and does not start without a retryAfter', () => {
    run(limited());
    expect(health.blockingFailure(next())).toBeNull();
    run(limited(30 * 24 * 3_600));
    expect(health.figures().limitedUntil).toBe(time + RATE_LIMIT_PAUSE_MAX_MS);
  });

  it('applies to a service that is down, which also counts as a fault', () => {
    run(failed('upstream_error', { retryAfter: 20 }));
    expect(health.blockingFailure(next())).toEqual({
      ...failed('upstream_error'),
      retryAfter: 20,
      skipReason: 'asked_to_wait',
    });
    expect(health.figures()).toMatchObject({ limitedUntil: time + 20_000, lately: { asked: 1, ok: 0 } });
    time += 20_000;
    expect(health.blockingFailure(next())).toBeNull();
    for (let count = 1; count < BREAKER_FAULTS; count += 1) run(fault());
    expect(health.figures().breaker).toBe('open');
  });

  it('is not counted as a fault', () => {
    for (let count = 0; count < 20; count += 1) run(limited());
    expect(health.figures()).toMatchObject({ breaker: 'closed', lately: { asked: 20, ok: 0 } });
  });
});

it('a refusal that asked nobody closes no circuit and counts as no run', () => {
  const refusal = failed('story_needs_session');
  for (let count = 0; count < BREAKER_FAULTS; count += 1) run(fault());
  time = health.figures().openUntil ?? 0;
  const { lately } = health.figures();
  run(refusal);
  expect([health.figures().breaker, health.figures().lately]).toEqual(['open', lately]);
});

describe('figures', () => {
  it('are empty at first', () => {
    expect(health.figures()).toEqual({
      breaker: 'closed',
      openUntil: null,
      limitedUntil: null,
      lately: { asked: 0, ok: 0 },
      medianMs: null,
      p95Ms: null,
      lastSeen: null,
      lastSuccess: null,
      hangs: false,
      failures: [],
    });
  });

  it('count answers as successes, and durations only for runs with a post', () => {
    run(OK, 300);
    const success = time;
    run(failed('private_post'), 900);
    run(fault());
    expect(health.figures()).toMatchObject({
      lately: { asked: 3, ok: 2 },
      medianMs: 300,
      p95Ms: 300,
      lastSeen: time,
      lastSuccess: success,
      failures: [{ at: time, code: 'network' }],
    });
    time += STATUS_RECENT_MS;
    expect(health.figures()).toMatchObject({ lately: { asked: 0, ok: 0 }, lastSuccess: success });
  });

  it('contain the last twenty failures, newest first, with code, reason and cause only', () => {
    for (let count = 0; count < ENGINE_FAILURES_MAX + 5; count += 1) {
      run(limited());
      run(OK);
    }
    run(failed('status_unchecked', { retryAfter: 3 }));
    const { failures } = health.figures();
    expect(failures).toHaveLength(ENGINE_FAILURES_MAX);
    expect(failures[0]).toEqual({
      at: time,
      code: 'failed',
      reason: 'unreadable_here',
      cause: 'refused',
    });
    expect(failures.map(({ at }) => at)).toEqual(failures.map(({ at }) => at).toSorted((a, b) => b - a));
  });

  it('name each route that failed, also if another one found the post', () => {
    const wall: EngineFailure = failed('limit_or_login');
    run({ ok: true, failedTries: [{ route: 'direct', failure: wall }] });
    expect(health.figures()).toMatchObject({
      lately: { asked: 1, ok: 1 },
      failures: [{ code: 'rate_limited', cause: 'login_wall', route: 'direct' }],
    });
    const proxy: EngineFailure = failed('proxy-unreachable');
    run({
      ...wall,
      failedTries: [
        { route: 'direct', failure: wall },
        { route: 'proxy', failure: proxy },
      ],
    });
    expect(health.figures().failures.map(({ cause, route }) => [cause, route])).toEqual([
      ['proxy', 'proxy'],
      ['login_wall', 'direct'],
      ['login_wall', 'direct'],
    ]);
  });

  it('count an overtaken run as a timeout, and a cancelled run not at all', () => {
    run('cancelled');
    expect(health.figures().lastSeen).toBeNull();
    run('overtaken', 4_000);
    expect(health.figures()).toMatchObject({
      lately: { asked: 1, ok: 0 },
      failures: [{ code: 'failed', reason: 'upstream_timeout' }],
      medianMs: null,
    });
  });

  it('contain the time of the next probe while the circuit is open, and block runs until then', () => {
    for (let count = 0; count < BREAKER_FAULTS; count += 1) run(fault());
    const { breaker, openUntil } = health.figures();
    expect(breaker).toBe('open');
    expect(health.blockingFailure(next())).toMatchObject({
      code: 'failed',
      reason: 'engine_resting',
      retryAfter: 30,
    });
    expect(health.isCircuitOpen()).toBe(true);
    time = openUntil ?? 0;
    expect(health.blockingFailure(next())).toBeNull();
    // The time has passed, so the next request may probe now.
    expect(health.figures()).toMatchObject({ breaker: 'open', openUntil: null });
    run(OK);
    expect([health.figures().breaker, health.isCircuitOpen()]).toEqual(['closed', false]);
  });
});

describe('a try of the panel and a check', () => {
  it('are no previews: they count for when the engine was used, not for the runs and times of previews', () => {
    run(OK, 900, false);
    expect(health.figures()).toMatchObject({
      lately: { asked: 0, ok: 0 },
      medianMs: null,
      p95Ms: null,
      lastSeen: time,
      lastSuccess: time,
    });
    run(OK, 100);
    run(OK, 900, false);
    expect(health.figures()).toMatchObject({ lately: { asked: 1, ok: 1 }, medianMs: 100, p95Ms: 100 });
  });

  it('still show that an engine is broken', () => {
    for (let count = 0; count < BREAKER_FAULTS; count += 1) run(fault(), 100, false);
    expect(health.figures()).toMatchObject({ breaker: 'open', lately: { asked: 0, ok: 0 } });
    expect(health.figures().failures).toHaveLength(BREAKER_FAULTS);
  });
});
