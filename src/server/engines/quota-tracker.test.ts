import { describe, expect, it } from 'vitest';
import { createQuotaTracker, waitAsked } from './quota-tracker.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const serviceAfter = (status: number, headers: Record<string, string>) => {
  let clock = NOW;
  const tracker = createQuotaTracker(() => clock);
  tracker.record(status, headers);
  return {
    ask: () => tracker.failure(),
    pass: (seconds: number) => {
      clock += seconds * 1_000;
    },
    note: tracker.record,
  };
};
const limited = (retryAfter: number) => ({
  ok: false,
  code: 'rate_limited',
  terminal: false,
  retryAfter,
  cause: 'quota_used_up',
});

describe('createQuotaTracker', () => {
  it.each<[string, Record<string, string>, number]>([
    ['by call', { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': '90' }, 90],
    ['plain', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' }, 90],
    ['draft 6', { 'ratelimit-remaining': '0', 'ratelimit-reset': '90' }, 90],
    ['draft 7', { ratelimit: 'limit=20, remaining=0, reset=90' }, 90],
    ['draft 8', { ratelimit: '"default";r=0;t=90' }, 90],
    ['draft 8, one quota of several', { ratelimit: '"burst";r=5;t=1, "daily";r=0;t=90' }, 90],
    ['draft 8, several', { ratelimit: '"burst";r=0;t=1, "daily";r=0;t=90, "yearly";r=7;t=999' }, 90],
    [
      'a moment in seconds',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1_000 + 90) },
      90,
    ],
    [
      'a moment in milliseconds',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW + 90_000}` },
      90,
    ],
    ['a date', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'Fri, 20 Nov 2026 12:01:30 GMT' }, 90],
    [
      'the longest of several',
      {
        'x-ratelimit-requests-remaining': '0',
        'x-ratelimit-requests-reset': '90',
        'x-ratelimit-minute-remaining': '0',
        'x-ratelimit-minute-reset': '5',
      },
      90,
    ],
  ])('rests after the last call of a quota: %s', (_how, headers, seconds) => {
    const service = serviceAfter(200, headers);
    expect(service.ask()).toEqual(limited(seconds));
    service.pass(seconds - 1);
    expect(service.ask()).toEqual(limited(1));
    service.pass(1);
    expect(service.ask()).toBeNull();
  });

  it.each<[string, Record<string, string>]>([
    ['calls are left', { 'x-ratelimit-requests-remaining': '1', 'x-ratelimit-requests-reset': '90' }],
    ['ten calls are left', { ratelimit: 'limit=20, remaining=10, reset=90' }],
    ['another quota tells the time', { 'x-ratelimit-a-remaining': '0', 'x-ratelimit-b-reset': '90' }],
    ['nobody says until when', { 'x-ratelimit-requests-remaining': '0' }],
    ['nothing is said', {}],
    ['it speaks nonsense', { 'x-ratelimit-remaining': 'none', 'x-ratelimit-reset': 'soon' }],
    ['it would last for years', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999' }],
    ['a refusal names no time', {}],
  ])('asks on while %s', (_why, headers) => {
    expect(serviceAfter(200, headers).ask()).toBeNull();
  });

  it('rests after a 429 that names a time, and a later word never shortens it', () => {
    const service = serviceAfter(429, { 'retry-after': '30' });
    service.note(429, { 'retry-after': '10' });
    expect(service.ask()).toEqual(limited(30));
  });
});

describe('what is left of a quota', () => {
  const left = (headers: Record<string, string>) => {
    const rest = createQuotaTracker(() => NOW);
    rest.record(200, headers);
    return rest.left();
  };

  it.each<[string, Record<string, string>]>([
    [
      'by call',
      {
        'x-ratelimit-requests-remaining': '37',
        'x-ratelimit-requests-limit': '500',
        'x-ratelimit-requests-reset': '90',
      },
    ],
    ['draft 6', { 'ratelimit-remaining': '37', 'ratelimit-limit': '500', 'ratelimit-reset': '90' }],
    ['draft 7', { ratelimit: 'limit=500, remaining=37, reset=90' }],
    [
      'the one nearest its end',
      {
        'x-ratelimit-day-remaining': '37',
        'x-ratelimit-day-limit': '500',
        'x-ratelimit-day-reset': '90',
        'x-ratelimit-minute-remaining': '20',
        'x-ratelimit-minute-limit': '20',
        'x-ratelimit-minute-reset': '9',
      },
    ],
  ])('is as the service told it: %s', (_how, headers) => {
    expect(left(headers)).toEqual({ remaining: 37, limit: 500 });
  });

  it.each<[string, Record<string, string>]>([
    ['says nothing', {}],
    ['does not say of how many', { 'x-ratelimit-remaining': '37', 'x-ratelimit-reset': '90' }],
    ['does not say until when', { 'x-ratelimit-remaining': '37', 'x-ratelimit-limit': '500' }],
    [
      'speaks nonsense',
      { 'x-ratelimit-remaining': 'many', 'x-ratelimit-limit': '0', 'x-ratelimit-reset': '90' },
    ],
  ])('is unknown while the service %s', (_how, headers) => {
    expect(left(headers)).toBeNull();
  });

  it('is kept until the quota begins anew, also over answers that say nothing', () => {
    let clock = NOW;
    const rest = createQuotaTracker(() => clock);
    rest.record(200, { ratelimit: 'limit=20, remaining=0, reset=90' });
    rest.record(502, {});
    expect(rest.left()).toEqual({ remaining: 0, limit: 20 });
    clock += 90_000;
    expect(rest.left()).toBeNull();
  });
});

describe('waitAsked', () => {
  it('prefers Retry-After, then the quota that is used up, then any reset', () => {
    expect(waitAsked({ 'retry-after': '7', 'x-ratelimit-reset': '90' }, NOW)).toBe(7);
    expect(
      waitAsked({ 'x-ratelimit-a-remaining': '0', 'x-ratelimit-a-reset': '20', 'ratelimit-reset': '9' }, NOW),
    ).toBe(20);
    expect(waitAsked({ 'x-ratelimit-requests-reset': '86400' }, NOW)).toBe(86_400);
    expect(waitAsked({ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, NOW)).toBe(0);
    expect(waitAsked({ 'retry-after': 'Fri, 20 Nov 2026 12:01:00 GMT' }, NOW)).toBe(60);
    expect(waitAsked({ 'retry-after': 'later' }, NOW)).toBeNull();
    expect(waitAsked({}, NOW)).toBeNull();
  });
});
