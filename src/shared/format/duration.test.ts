import { describe, expect, it } from 'vitest';
import { formatDuration, spokenDuration } from './duration.ts';

describe('formatDuration', () => {
  it.each([
    [0, '0:00'],
    [5, '0:05'],
    [42.9, '0:42'],
    [60, '1:00'],
    [3_599, '59:59'],
    [3_600, '1:00:00'],
    [3_723, '1:02:03'],
    [-1, '0:00'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('formats %d as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe('spokenDuration', () => {
  it.each([
    [42, '42 seconds'],
    [1, '1 second'],
    [0, '0 seconds'],
    [60, '1 minute'],
    [65, '1 minute 5 seconds'],
    [3_723, '1 hour 2 minutes 3 seconds'],
    [Number.NaN, '0 seconds'],
  ])('formats %d as %s', (seconds, text) => {
    expect(spokenDuration(seconds)).toBe(text);
  });
});
