import { describe, expect, it } from 'vitest';
import { statusSchema } from '#shared/contract/status.ts';
import type { FailureReason, VerdictCode } from '#shared/errors.ts';
import {
  STATUS_KEPT_EACH,
  STATUS_LATELY_MS,
  STATUS_SLOW_FIRST_BYTE_MS,
  STATUS_SLOW_PREVIEW_MS,
} from '#shared/limits.ts';
import { createWorkLog } from './work-log.ts';

const START = Date.parse('2026-11-21T06:00:00.000Z');
const UNKNOWN = { state: 'unknown', medianMs: null, lastSeen: null };

const setUp = () => {
  let time = START;
  const log = createWorkLog(() => time);
  const seen = (
    outcome: { ok: true } | { ok: false; code: VerdictCode; reason?: FailureReason },
    ms = 100,
    platform: 'instagram' | 'tiktok' | 'sample' = 'tiktok',
  ) => log.preview({ platform, engine: null, ms, outcome });
  return {
    log,
    wait: (ms: number) => {
      time += ms;
    },
    works: (ms?: number) => seen({ ok: true }, ms),
    verdict: (code: VerdictCode, reason?: FailureReason) =>
      seen({ ok: false, code, ...(reason === undefined ? {} : { reason }) }),
    sample: () => seen({ ok: true }, 1, 'sample'),
    tiktok: () => log.status().previews.tiktok,
  };
};

describe('createWorkLog', () => {
  it('knows nothing before there was any work', () => {
    const { log } = setUp();
    expect(log.status()).toEqual({
      previews: { instagram: UNKNOWN, tiktok: UNKNOWN },
      downloads: UNKNOWN,
      engines: [],
    });
  });

  it('tells the median time and the last moment of what works, and only where it was seen', () => {
    const { works, wait, tiktok, log } = setUp();
    for (const ms of [300, 100.4, 200]) works(ms);
    wait(1_000);
    works(250);
    expect(tiktok()).toEqual({ state: 'working', medianMs: 250, lastSeen: '2026-11-21T06:00:01.000Z' });
    expect(log.status().previews.instagram).toEqual(UNKNOWN);
    expect(statusSchema.safeParse(log.status()).success).toBe(true);
  });

  it('forgets after an hour', () => {
    const { works, wait, tiktok } = setUp();
    works();
    wait(STATUS_LATELY_MS);
    expect(tiktok().state).toBe('working');
    wait(1);
    expect(tiktok()).toEqual(UNKNOWN);
  });

  it('is slow when the median time is above the threshold, not at it', () => {
    const { works, tiktok } = setUp();
    works(STATUS_SLOW_PREVIEW_MS);
    expect(tiktok().state).toBe('working');
    works(STATUS_SLOW_PREVIEW_MS + 1);
    works(STATUS_SLOW_PREVIEW_MS + 1);
    expect(tiktok().state).toBe('slow');
  });

  it('fails when more than half of the last ten failed', () => {
    const { works, verdict, tiktok } = setUp();
    for (let count = 0; count < 20; count += 1) works();
    for (let count = 0; count < 5; count += 1) verdict('rate_limited');
    expect(tiktok().state).toBe('working');
    verdict('network');
    expect(tiktok().state).toBe('failing');
    for (let count = 0; count < 5; count += 1) works();
    expect(tiktok().state).toBe('working');
  });

  it('does not take one failure for a fact', () => {
    const { verdict, tiktok } = setUp();
    verdict('failed', 'page_unreadable');
    expect(tiktok()).toEqual({ state: 'unknown', medianMs: null, lastSeen: '2026-11-21T06:00:00.000Z' });
    verdict('failed', 'page_unreadable');
    expect(tiktok().state).toBe('failing');
  });

  it.each<[VerdictCode, FailureReason | undefined, string]>([
    ['private', undefined, 'working'],
    ['gone', undefined, 'working'],
    ['failed', 'region', 'working'],
    ['failed', 'story_needs_session', 'working'],
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
  ])('takes %s (%s) for %s', (code, reason, state) => {
    const { verdict, tiktok } = setUp();
    verdict(code, reason);
    verdict(code, reason);
    expect(tiktok()).toMatchObject({ state, medianMs: null });
    expect(tiktok().lastSeen === null).toBe(state === 'unknown');
  });

  it('never counts a sample', () => {
    const { sample, log } = setUp();
    sample();
    expect(log.status().previews).toEqual({ instagram: UNKNOWN, tiktok: UNKNOWN });
  });

  it('keeps each engine and platform apart', () => {
    const { log } = setUp();
    const bad = { ok: false, code: 'network' } as const;
    for (const outcome of [bad, bad])
      log.preview({ platform: 'instagram', engine: 'provider', ms: 5, outcome });
    log.preview({ platform: 'instagram', engine: 'native', ms: 40, outcome: { ok: true } });
    expect(log.status().engines).toMatchObject([
      { engine: 'provider', platform: 'instagram', state: 'failing' },
      { engine: 'native', platform: 'instagram', state: 'working', medianMs: 40 },
    ]);
    expect(log.status().previews.instagram).toEqual(UNKNOWN);
  });

  it('counts downloads by their first byte, and no failure of a visitor’s', () => {
    const { log } = setUp();
    const ended = (code: 'aborted' | 'let_go' | 'ticket_expired' | 'range_unsatisfiable' | 'media_failed') =>
      log.download({ firstByteMs: null, outcome: { ok: false, code } });
    for (const code of ['aborted', 'let_go', 'ticket_expired', 'range_unsatisfiable'] as const) ended(code);
    expect(log.status().downloads).toEqual(UNKNOWN);
    log.download({ firstByteMs: STATUS_SLOW_FIRST_BYTE_MS + 1, outcome: { ok: true } });
    expect(log.status().downloads).toMatchObject({ state: 'slow' });
    ended('media_failed');
    ended('media_failed');
    expect(log.status().downloads.state).toBe('failing');
  });

  it('keeps a bounded number of outcomes', () => {
    const { works, tiktok } = setUp();
    for (let count = 0; count < STATUS_KEPT_EACH; count += 1) works(9_000);
    for (let count = 0; count < STATUS_KEPT_EACH; count += 1) works(10);
    expect(tiktok()).toMatchObject({ state: 'working', medianMs: 10 });
  });
});
