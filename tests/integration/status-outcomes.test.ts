import { describe, expect, it } from 'vitest';
import { durationBoundOf, medianDuration } from '../../src/server/health/counters/counters.ts';
import { reachedPlatform, STATUS_NETWORK_FAILURES_MAX } from '../../src/server/health/counters/outcomes.ts';
import {
  STATUS_SLOW_FIRST_BYTE_MS,
  STATUS_SLOW_PREVIEW_MS,
} from '../../src/server/health/status/build-status.ts';
import { type EngineFailure, failed, plainFailure } from '../../src/server/platforms/failures.ts';
import type { PostPlatform } from '../../src/shared/contract/content-type.ts';
import { STATUS_OUTCOMES_MAX, STATUS_RECENT_MS } from '../../src/shared/contract/status.ts';
import type { FailureCode, FailureReason } from '../../src/shared/failures.ts';
import { byPlatform } from '../../src/shared/platforms/platforms.ts';
import { createCountedOutcomes } from '../counted-outcomes.ts';

const START = Date.parse('2026-11-21T06:00:00.000Z');
const UNKNOWN = { state: 'unknown', medianMs: null, lastSeen: null };

const MINUTE_MS = 60_000;

const setUp = () => {
  let time = START;
  const log = createCountedOutcomes(() => time);
  const seen = (outcome: { ok: true } | EngineFailure, ms = 100, platform: PostPlatform = 'tiktok') =>
    log.countRun({ platform, engine: null, ms, outcome });
  return {
    log,
    wait: (ms: number) => {
      time += ms;
    },
    works: (ms?: number) => seen({ ok: true }, ms),
    failure: (code: FailureCode, reason?: FailureReason) =>
      seen(
        code === 'no_media' && reason !== undefined
          ? failed('files_refused')
          : plainFailure({ code, reason }),
      ),
    sample: () => seen({ ok: true }, 1, 'sample'),
    tiktok: () => log.status().previews.tiktok,
  };
};

describe('createOutcomeRecorder', () => {
  it('counts answers without media as failures once they are half of the last twenty', () => {
    const { works, failure, tiktok, wait } = setUp();
    for (let count = 0; count < 20; count += 1) works();
    wait(MINUTE_MS);
    for (let count = 0; count < 9; count += 1) failure('no_media');
    expect(tiktok().state).toBe('working');
    for (let count = 0; count < 9; count += 1) failure('no_media');
    expect(tiktok().state).toBe('failing');
    wait(MINUTE_MS);
    for (let count = 0; count < 20; count += 1) works();
    for (let count = 0; count < 30; count += 1) (count % 3 === 0 ? () => failure('no_media') : works)();
    expect(tiktok().state).toBe('working');
  });

  it('reports unknown before any work', () => {
    const { log } = setUp();
    expect(log.status()).toMatchObject({
      previews: byPlatform(() => UNKNOWN),
      downloads: UNKNOWN,
      engines: [],
    });
  });

  it('reports the median time and the last time of a platform that works, and unknown for the other', () => {
    const { works, wait, tiktok, log } = setUp();
    for (const ms of [300, 100.4, 200]) works(ms);
    wait(1_000);
    works(250);
    expect(tiktok()).toEqual({ state: 'working', medianMs: 208, lastSeen: '2026-11-21T06:00:01.000Z' });
    expect(log.status().previews.instagram).toEqual(UNKNOWN);
  });

  it('tells the same median as the Overview, whose times are counted in steps', () => {
    for (const times of [[1_200], [1_200, 3_000], [80, 500, 1_240], [9, 90, 900, 9_000]]) {
      const { works, tiktok } = setUp();
      for (const ms of times) works(ms);
      const counted = times.map((ms) => ({ outcome: String(durationBoundOf(ms)), count: 1 }));
      expect(tiktok().medianMs).toBe(medianDuration(counted));
    }
  });

  it('forgets outcomes after an hour', () => {
    const { works, wait, tiktok } = setUp();
    works();
    wait(STATUS_RECENT_MS);
    expect(tiktok().state).toBe('working');
    wait(1);
    expect(tiktok()).toEqual(UNKNOWN);
  });

  it('is slow when the median time is in a step above the threshold, not at it', () => {
    const { works, tiktok } = setUp();
    works(STATUS_SLOW_PREVIEW_MS);
    expect(tiktok().state).toBe('working');
    for (let count = 0; count < 2; count += 1) works(durationBoundOf(STATUS_SLOW_PREVIEW_MS) + 1);
    expect(tiktok().state).toBe('slow');
  });

  it('fails when more than half of the last ten failed', () => {
    const { works, failure, tiktok, wait } = setUp();
    for (let count = 0; count < 20; count += 1) works();
    wait(MINUTE_MS);
    for (let count = 0; count < 5; count += 1) failure('rate_limited');
    expect(tiktok().state).toBe('working');
    failure('network');
    expect(tiktok().state).toBe('failing');
    wait(MINUTE_MS);
    for (let count = 0; count < 5; count += 1) works();
    expect(tiktok().state).toBe('working');
  });

  it('does not report failing after a single failure', () => {
    const { failure, tiktok } = setUp();
    failure('failed', 'page_unreadable');
    expect(tiktok()).toEqual({ state: 'unknown', medianMs: null, lastSeen: '2026-11-21T06:00:00.000Z' });
    failure('failed', 'page_unreadable');
    expect(tiktok().state).toBe('failing');
  });

  it.each<[FailureCode, FailureReason | undefined, string]>([
    ['private', undefined, 'working'],
    ['gone', undefined, 'working'],
    ['failed', 'region', 'working'],
    ['failed', 'story_needs_session', 'unknown'],
    ['failed', 'short_link_dead', 'working'],
    ['link_invalid', undefined, 'unknown'],
    ['no_media', undefined, 'unknown'],
    ['no_media', 'upstream_error', 'failing'],
    ['failed', 'no_engine', 'unknown'],
    ['failed', 'address_unsupported', 'unknown'],
    ['failed', 'upstream_timeout', 'failing'],
    ['failed', 'provider_key', 'failing'],
    ['failed', undefined, 'failing'],
    ['rate_limited', undefined, 'failing'],
    ['network', undefined, 'failing'],
  ])('assesses %s (%s) as %s', (code, reason, state) => {
    const { failure, tiktok } = setUp();
    failure(code, reason);
    failure(code, reason);
    expect(tiktok()).toMatchObject({ state, medianMs: null });
    expect(tiktok().lastSeen === null).toBe(state === 'unknown');
  });

  it('never counts a sample', () => {
    const { sample, log } = setUp();
    sample();
    expect(log.status().previews).toEqual(byPlatform(() => UNKNOWN));
  });

  it('tracks each engine and platform separately', () => {
    const { log } = setUp();
    const bad = failed('network');
    for (const outcome of [bad, bad])
      log.countRun({ platform: 'instagram', engine: 'provider', ms: 5, outcome });
    log.countRun({ platform: 'instagram', engine: 'native', ms: 40, outcome: { ok: true } });
    expect(log.status().engines).toMatchObject([
      { engine: 'provider', platform: 'instagram', state: 'failing' },
      { engine: 'native', platform: 'instagram', state: 'working', medianMs: 42 },
    ]);
    expect(log.status().previews.instagram).toEqual(UNKNOWN);
  });

  it('measures downloads by their first byte, and counts no failure that the visitor caused', () => {
    const { log } = setUp();
    const ended = (code: 'aborted' | 'let_go' | 'ticket_expired' | 'range_unsatisfiable' | 'media_failed') =>
      log.countDownload({ platform: 'tiktok', firstByteMs: null, outcome: { ok: false, code } });
    for (const code of ['aborted', 'let_go', 'ticket_expired', 'range_unsatisfiable'] as const) ended(code);
    expect(log.status().downloads).toEqual(UNKNOWN);
    log.countDownload({
      platform: 'tiktok',
      firstByteMs: durationBoundOf(STATUS_SLOW_FIRST_BYTE_MS) + 1,
      outcome: { ok: true, bytes: 9 },
    });
    expect(log.status().downloads).toMatchObject({ state: 'slow' });
    ended('media_failed');
    ended('media_failed');
    expect(log.status().downloads.state).toBe('failing');
  });

  it('takes the median of the newest fifty', () => {
    const { works, tiktok, wait } = setUp();
    for (let count = 0; count < STATUS_OUTCOMES_MAX; count += 1) works(9_000);
    wait(MINUTE_MS);
    for (let count = 0; count < STATUS_OUTCOMES_MAX; count += 1) works(10);
    expect(tiktok()).toMatchObject({ state: 'working', medianMs: 11 });
  });
});

describe('failure counting', () => {
  const FAULT = failed('files_refused');
  const setUpCounting = () => {
    let time = START;
    const log = createCountedOutcomes(() => time);
    const request = (
      post: string,
      network: string,
      outcome: { ok: true } | typeof FAULT = FAULT,
      isOnlyNetwork = false,
    ) => {
      for (const engine of ['native', null] as const)
        log.countRun({
          platform: 'tiktok',
          engine,
          ms: 100,
          outcome,
          subject: { post, network, isOnlyNetwork },
        });
    };
    return {
      request,
      log,
      failures: () => log.judged().get(' failed') ?? 0,
      wait: (ms: number) => {
        time += ms;
      },
      states: () => [log.status().previews.tiktok.state, log.status().engines[0]?.state ?? 'unknown'],
    };
  };

  it.each([true, false])(
    'counts one dead link, requested every 30 s for a day (only network: %s), as one failure',
    (only) => {
      const { request, wait, states, failures } = setUpCounting();
      const seen = new Set<string>();
      for (let time = 0; time < (24 * 60 * 60) / 30; time += 1) {
        request('dead', 'one', FAULT, only);
        for (const state of states()) seen.add(String(state));
        wait(30_000);
      }
      expect([...seen]).toEqual(['unknown']);
      expect(failures()).toBe(1);
      request('dead', 'one');
      expect(failures()).toBe(2);
    },
  );

  it('counts a post again that fails after a success', () => {
    const { request, failures } = setUpCounting();
    for (const outcome of [FAULT, { ok: true } as const, FAULT, FAULT]) request('post', 'one', outcome);
    expect(failures()).toBe(2);
  });

  it('limits the failures per hour of one network, unless it is the only one', () => {
    const { request, wait, failures, states } = setUpCounting();
    for (let index = 0; index < 6; index += 1) request(`good ${index}`, `network ${index}`, { ok: true });
    for (let index = 0; index < 50; index += 1) request(`bad ${index}`, 'one');
    expect([failures(), ...states()]).toEqual([STATUS_NETWORK_FAILURES_MAX, 'working', 'working']);
    wait(STATUS_RECENT_MS);
    request('bad again', 'one');
    expect(failures()).toBe(STATUS_NETWORK_FAILURES_MAX + 1);
    for (let index = 0; index < 20; index += 1) request(`alone ${index}`, 'one', FAULT, true);
    expect(failures()).toBe(STATUS_NETWORK_FAILURES_MAX + 21);
  });

  it('remembers a thousand posts and forgets the oldest first', () => {
    const { request, failures } = setUpCounting();
    for (let index = 0; index <= 1_000; index += 1) request(`post ${index}`, 'one', FAULT, true);
    for (const index of [1_000, 500]) request(`post ${index}`, 'one', FAULT, true);
    expect(failures()).toBe(1_001);
    request('post 0', 'one', FAULT, true);
    expect(failures()).toBe(1_002);
  });

  it('reports failing after different posts of different networks fail', () => {
    const { request, states } = setUpCounting();
    request('first', 'one');
    request('second', 'two');
    expect(states()).toEqual(['failing', 'failing']);
  });

  it('counts every check', () => {
    const { log, failures } = setUpCounting();
    for (let time = 0; time < 3; time += 1)
      log.countRun({ platform: 'tiktok', engine: null, ms: 100, outcome: FAULT });
    expect(failures()).toBe(3);
  });

  it.each([
    [failed('queue_full', { skipReason: 'queue_full' }), 'nothing'],
    [failed('queue_too_slow', { skipReason: 'queue_too_slow' }), 'nothing'],
    [failed('rate_limited', { skipReason: 'asked_to_wait' }), 'failed'],
  ] as const)('assesses a skipped preview ($0.skipped) as $1', (outcome, assessment) => {
    const { log } = setUpCounting();
    log.countRun({ platform: 'tiktok', engine: null, ms: 1, outcome });
    expect([...log.judged()]).toEqual(assessment === 'nothing' ? [] : [[` ${assessment}`, 1]]);
    expect(reachedPlatform(outcome)).toBe(assessment === 'failed');
  });
});
