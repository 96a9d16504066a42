import { describe, expect, it } from 'vitest';
import { formatProgress, formatSpeed, formatTimeLeft } from './progress.ts';

const KB = 1_024;
const MB = KB * KB;

describe('formatSpeed', () => {
  it.each([
    [3.1 * MB, '3.1 MB/s'],
    [512 * KB, '512.0 KB/s'],
    [1_023.99 * KB, '1.0 MB/s'],
    [900, '900 Bytes/s'],
    [0, '0 Bytes/s'],
    [-1, '0 Bytes/s'],
    [Number.NaN, '0 Bytes/s'],
    [Number.POSITIVE_INFINITY, '0 Bytes/s'],
  ])('formats %d as %s', (speed, text) => {
    expect(formatSpeed(speed)).toBe(text);
  });
});

describe('formatTimeLeft', () => {
  it.each([
    [2, '2 s left'],
    [1.2, '2 s left'],
    [0, '1 s left'],
    [59.5, '1 min left'],
    [60, '1 min left'],
    [65, '1 min 5 s left'],
    [3_600, '60 min left'],
    [3_600.1, null],
    [-1, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('formats %d as %s', (seconds, text) => {
    expect(formatTimeLeft(seconds)).toBe(text);
  });
});

describe('formatProgress', () => {
  it.each([
    [11.78 * MB, 18.4 * MB, '11.78 of 18.40 MB'],
    [300 * KB, 18.4 * MB, '0.29 of 18.40 MB'],
    [0, 18.4 * MB, '0.00 of 18.40 MB'],
    [Number.NaN, 18.4 * MB, '0.00 of 18.40 MB'],
    [100, 512, '100 of 512 Bytes'],
    [9.12 * MB, null, '9.12 MB'],
    [9.12 * MB, 0, '9.12 MB'],
    [9.12 * MB, Number.NaN, '9.12 MB'],
    [0, null, '0 Bytes'],
  ])('formats %d of %s as %s', (received, total, text) => {
    expect(formatProgress(received, total)).toBe(text);
  });
});
