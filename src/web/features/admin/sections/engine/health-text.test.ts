import { describe, expect, it } from 'vitest';
import { failureAdvice } from '#messages/failure-advice.ts';
import type { EngineHealth } from '#shared/contract/engines.ts';
import { STATUS_OUTCOMES_MAX } from '#shared/contract/status.ts';
import { currentFailure, groupFailures, healthText, pauseText } from './health-text.ts';

const UNUSED: EngineHealth = {
  engine: 'native',
  platform: 'instagram',
  state: 'unknown',
  breaker: 'closed',
  openUntil: null,
  limitedUntil: null,
  lately: { asked: 0, ok: 0 },
  medianMs: null,
  p95Ms: null,
  pace: null,
  lastSeen: null,
  lastSuccess: null,
  failures: [],
};
const USED = { ...UNUSED, lastSeen: '2026-11-20T12:00:00.000Z', medianMs: 812, p95Ms: 2_100 };

const failure = (at: string, more: Partial<EngineHealth['failures'][number]> = {}) => ({
  at,
  code: 'failed' as const,
  sentence: '',
  cause: 'login_wall' as const,
  ...more,
});

describe('the health of an engine', () => {
  it.each([
    ['Not used since the last start.', UNUSED],
    ['No previews in the last hour.', { ...USED }],
    ['Failing.', { ...UNUSED, state: 'failing' }],
    [
      'Works. 42 previews in the last hour, typically 0.8 s.',
      { ...USED, state: 'working', lately: { asked: 42, ok: 42 } },
    ],
    [
      'Slow. 1 preview in the last hour, typically 0.8 s.',
      { ...USED, state: 'slow', lately: { asked: 1, ok: 1 } },
    ],
    [
      'Failing. 2 of 12 previews answered in the last hour, typically 0.8 s.',
      { ...USED, state: 'failing', lately: { asked: 12, ok: 2 } },
    ],
    [
      'Failing. 0 of 12 previews answered in the last hour.',
      { ...USED, state: 'failing', lately: { asked: 12, ok: 0 } },
    ],
    // An answer such as "private" takes no time that is counted.
    [
      'Works. 1 preview in the last hour.',
      { ...USED, state: 'working', medianMs: null, p95Ms: null, lately: { asked: 1, ok: 1 } },
    ],
    // One preview is too little for a state.
    ['0 of 1 preview answered in the last hour.', { ...USED, lately: { asked: 1, ok: 0 } }],
    [
      'Works. 50 or more previews in the last hour, typically 0.8 s.',
      { ...USED, state: 'working', lately: { asked: STATUS_OUTCOMES_MAX, ok: STATUS_OUTCOMES_MAX } },
    ],
    [
      'Works. 48 of the last 50 previews answered, typically 0.8 s.',
      { ...USED, state: 'working', lately: { asked: STATUS_OUTCOMES_MAX, ok: 48 } },
    ],
  ] as const)('reads "%s"', (sentence, health) => {
    expect(healthText(health)).toBe(sentence);
  });
});

describe('why previews skip an engine', () => {
  const at = (hour: number, minute: number, days = 0): string => {
    const moment = new Date();
    return new Date(
      moment.getFullYear(),
      moment.getMonth(),
      moment.getDate() + days,
      hour,
      minute,
    ).toISOString();
  };

  it('names the time in the time zone of the reader, with the day unless it is today', () => {
    expect(pauseText({ ...USED, breaker: 'open', openUntil: at(14, 32) })).toMatch(/^Skipped until 14:32,/u);
    expect(pauseText({ ...USED, limitedUntil: at(14, 32, 1) })).toMatch(/^Paused until tomorrow, 14:32,/u);
  });

  it('is also said while the engine is tried again, and while requests are spread', () => {
    expect(pauseText(USED)).toBeNull();
    expect(pauseText({ ...USED, breaker: 'open' })).toMatch(/The next preview tries it again/u);
    expect(pauseText({ ...USED, breaker: 'probing' })).toMatch(/is trying it again now/u);
    const pace = { starts: 59, free: 60, gapSeconds: 20 };
    expect(pauseText({ ...USED, pace })).toBeNull();
    expect(pauseText({ ...USED, pace: { ...pace, starts: 60 } })).toMatch(/20 seconds apart/u);
  });
});

describe('the failures of an engine', () => {
  const failures = [
    failure('2026-11-20T12:03:00.000Z', { route: 'direct' }),
    failure('2026-11-20T12:02:00.000Z', { cause: 'slow', route: 'direct' }),
    failure('2026-11-20T12:01:00.000Z', { route: 'direct' }),
    failure('2026-11-20T12:00:00.000Z', { route: 'proxy' }),
  ];

  it('are grouped by cause and route, each with what to do and its newest time', () => {
    expect(groupFailures(failures)).toEqual([
      {
        cause: `Directly: ${failureAdvice.login_wall}`,
        advice: failureAdvice['login_wall.do'],
        count: 2,
        lastAt: '2026-11-20T12:03:00.000Z',
      },
      {
        cause: `Directly: ${failureAdvice.slow}`,
        advice: failureAdvice['slow.do'],
        count: 1,
        lastAt: '2026-11-20T12:02:00.000Z',
      },
      {
        cause: `Through the proxy: ${failureAdvice.login_wall}`,
        advice: failureAdvice['login_wall.do'],
        count: 1,
        lastAt: '2026-11-20T12:00:00.000Z',
      },
    ]);
  });

  it('need advice until a post is read again', () => {
    expect(currentFailure(USED)).toBeNull();
    expect(currentFailure({ ...USED, failures })).toBe(failures[0]);
    expect(currentFailure({ ...USED, failures, lastSuccess: '2026-11-20T12:04:00.000Z' })).toBeNull();
  });
});
