import { describe, expect, it } from 'vitest';
import { failed } from '../failures.ts';
import { failureOfStatus } from './read-page.ts';

describe('failureOfStatus', () => {
  const failureOf = (status: number, wait?: string) =>
    failureOfStatus({ status, headers: wait === undefined ? {} : { 'retry-after': wait } });

  it.each([401, 403, 429])('maps %i to a rate limit with the wait in Retry-After', (status) => {
    const cause = status === 429 ? 'too_many_requests' : 'forbidden';
    expect(failureOf(status, '120')).toEqual(failed(cause, { httpStatus: status, retryAfter: 120 }));
    expect(failureOf(status)).toEqual(failed(cause, { httpStatus: status }));
    expect(failureOf(status)?.code).toBe('rate_limited');
  });

  it.each([500, 503])('maps %i to an upstream error with the wait in Retry-After', (status) => {
    expect(failureOf(status, '120')).toEqual(
      failed('upstream_error', { httpStatus: status, retryAfter: 120 }),
    );
    expect(failureOf(status)).toEqual(failed('upstream_error', { httpStatus: status }));
  });

  it('accepts a date in Retry-After, and ignores a past date and an invalid value', () => {
    const soon = failureOf(503, new Date(Date.now() + 60_000).toUTCString())?.retryAfter ?? 0;
    expect(soon).toBeGreaterThan(0);
    expect(soon).toBeLessThanOrEqual(60);
    for (const wait of [new Date(0).toUTCString(), 'later', ''])
      expect(failureOf(503, wait)).toEqual(failed('upstream_error', { httpStatus: 503 }));
  });

  it.each([200, 404])('returns null for %i', (status) => expect(failureOf(status, '120')).toBeNull());
});
