import { describe, expect, it } from 'vitest';
import { failed, nonTerminal, withCause } from '../engine-failure.ts';
import { failureOfStatus } from './read-page.ts';

describe('an error status of a page', () => {
  const of = (status: number, wait?: string) =>
    failureOfStatus({ status, headers: wait === undefined ? {} : { 'retry-after': wait } });

  it.each([401, 403, 429])('%i is a limit, with the time it names', (status) => {
    expect(of(status, '120')).toEqual(withCause(nonTerminal('rate_limited', 120), `http_${status}`));
    expect(of(status)).toEqual(withCause(nonTerminal('rate_limited'), `http_${status}`));
  });

  it.each([500, 503])('%i is a fault, with the time it names', (status) => {
    expect(of(status, '120')).toEqual(withCause(failed('upstream_error', 120), `http_${status}`));
    expect(of(status)).toEqual(withCause(failed('upstream_error'), `http_${status}`));
  });

  it('names a time as a date too, and none that has passed or cannot be read', () => {
    const soon = of(503, new Date(Date.now() + 60_000).toUTCString())?.retryAfter ?? 0;
    expect(soon).toBeGreaterThan(0);
    expect(soon).toBeLessThanOrEqual(60);
    for (const wait of [new Date(0).toUTCString(), 'later', ''])
      expect(of(503, wait)).toEqual(withCause(failed('upstream_error'), 'http_503'));
  });

  it.each([200, 404])('%i is none', (status) => expect(of(status, '120')).toBeNull());
});
