import { describe, expect, it } from 'vitest';
import { createQuotaTracker } from './ask-service.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const serviceAfter = (status: number, headers: Record<string, string>) => {
  let clock = NOW;
  const tracker = createQuotaTracker(() => clock);
  tracker.record(status, headers);
  return {
    failure: () => tracker.failure(),
    pass: (seconds: number) => {
      clock += seconds * 1_000;
    },
    record: tracker.record,
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
  ])('pauses after the last call of a quota: %s', (_how, headers, seconds) => {
    const service = serviceAfter(200, headers);
    expect(service.failure()).toMatchObject(limited(seconds));
    service.pass(seconds - 1);
    expect(service.failure()).toMatchObject(limited(1));
    service.pass(1);
    expect(service.failure()).toBeNull();
  });

  it.each<[string, Record<string, string>]>([
    ['calls are left', { 'x-ratelimit-requests-remaining': '1', 'x-ratelimit-requests-reset': '90' }],
    ['ten calls are left', { ratelimit: 'limit=20, remaining=10, reset=90' }],
    ['only another quota has a reset time', { 'x-ratelimit-a-remaining': '0', 'x-ratelimit-b-reset': '90' }],
    ['the reset time is missing', { 'x-ratelimit-requests-remaining': '0' }],
    ['there are no quota headers', {}],
    ['the values are invalid', { 'x-ratelimit-remaining': 'none', 'x-ratelimit-reset': 'soon' }],
    ['the wait would last for years', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999' }],
    ['the headers are empty', {}],
  ])('does not pause when %s', (_why, headers) => {
    expect(serviceAfter(200, headers).failure()).toBeNull();
  });

  it('pauses after a 429 with a wait, which a later response never shortens', () => {
    const service = serviceAfter(429, { 'retry-after': '30' });
    service.record(429, { 'retry-after': '10' });
    expect(service.failure()).toMatchObject(limited(30));
  });
});

describe('remaining quota', () => {
  const left = (headers: Record<string, string>) => {
    const tracker = createQuotaTracker(() => NOW);
    tracker.record(200, headers);
    return tracker.remainingQuota();
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
      'the quota closest to its limit',
      {
        'x-ratelimit-day-remaining': '37',
        'x-ratelimit-day-limit': '500',
        'x-ratelimit-day-reset': '90',
        'x-ratelimit-minute-remaining': '20',
        'x-ratelimit-minute-limit': '20',
        'x-ratelimit-minute-reset': '9',
      },
    ],
  ])('is read from the headers: %s', (_how, headers) => {
    expect(left(headers)).toEqual({ remaining: 37, limit: 500 });
  });

  it.each<[string, Record<string, string>]>([
    ['sends no quota headers', {}],
    ['sends no limit', { 'x-ratelimit-remaining': '37', 'x-ratelimit-reset': '90' }],
    ['sends no reset time', { 'x-ratelimit-remaining': '37', 'x-ratelimit-limit': '500' }],
    [
      'sends invalid values',
      { 'x-ratelimit-remaining': 'many', 'x-ratelimit-limit': '0', 'x-ratelimit-reset': '90' },
    ],
  ])('is unknown when the service %s', (_how, headers) => {
    expect(left(headers)).toBeNull();
  });

  it('is kept until the reset, also after responses without quota headers', () => {
    let clock = NOW;
    const tracker = createQuotaTracker(() => clock);
    tracker.record(200, { ratelimit: 'limit=20, remaining=0, reset=90' });
    tracker.record(502, {});
    expect(tracker.remainingQuota()).toEqual({ remaining: 0, limit: 20 });
    clock += 90_000;
    expect(tracker.remainingQuota()).toBeNull();
  });
});
