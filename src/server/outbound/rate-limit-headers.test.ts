import { describe, expect, it } from 'vitest';
import { parseRateLimitWait } from './rate-limit-headers.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('parseRateLimitWait', () => {
  it('prefers Retry-After, then a used-up quota, then any reset header', () => {
    expect(parseRateLimitWait({ 'retry-after': '7', 'x-ratelimit-reset': '90' }, NOW)).toBe(7);
    expect(
      parseRateLimitWait(
        { 'x-ratelimit-a-remaining': '0', 'x-ratelimit-a-reset': '20', 'ratelimit-reset': '9' },
        NOW,
      ),
    ).toBe(20);
    expect(parseRateLimitWait({ 'x-ratelimit-requests-reset': '86400' }, NOW)).toBe(86_400);
    expect(parseRateLimitWait({ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, NOW)).toBe(0);
    expect(parseRateLimitWait({ 'retry-after': 'Fri, 20 Nov 2026 12:01:00 GMT' }, NOW)).toBe(60);
    expect(parseRateLimitWait({ 'retry-after': 'later' }, NOW)).toBeNull();
    expect(parseRateLimitWait({}, NOW)).toBeNull();
  });
});
