import { describe, expect, it } from 'vitest';
import { retryAfter } from './read-page.ts';

describe('retryAfter', () => {
  it('reads seconds and dates, and nothing else', () => {
    expect(retryAfter({ 'retry-after': '120' })).toBe(120);
    const soon = retryAfter({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
    expect(soon).toBeGreaterThan(55);
    expect(soon).toBeLessThanOrEqual(60);
    expect(retryAfter({ 'retry-after': new Date(0).toUTCString() })).toBe(0);
    expect(retryAfter({ 'retry-after': 'later' })).toBeNull();
    expect(retryAfter({})).toBeNull();
  });
});
