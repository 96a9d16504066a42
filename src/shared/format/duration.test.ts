import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration, spokenDuration } from './duration.ts';

describe('parseDuration', () => {
  it.each<[unknown, number]>([
    ['0:24', 24],
    ['13:51', 831],
    ['75:30', 4_530],
    ['00:42', 42],
    [' 0:42 ', 42],
    ['1:02:03', 3_723],
    ['00:00:14', 14],
    [24, 24],
    [14.93, 14.93],
    [10_000, 10_000],
    [88_447, 88.447],
    ['', 0],
    ['42', 0],
    ['1:2', 0],
    ['0:60', 0],
    ['1:60:00', 0],
    ['1:2:03', 0],
    ['-1:00', 0],
    ['1:00:00:00', 0],
    ['٠:٤٢', 0],
    ['live', 0],
    [0, 0],
    [-3, 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    [null, 0],
    [undefined, 0],
    [true, 0],
    [{ seconds: 3 }, 0],
    [[3], 0],
  ])('parses %j as %d', (value, seconds) => {
    expect(parseDuration(value)).toBe(seconds);
  });
});

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
