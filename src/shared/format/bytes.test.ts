import { describe, expect, it } from 'vitest';
import { formatBytes, formatSize } from './bytes.ts';

const KB = 1_024;
const MB = KB * KB;
const GB = MB * KB;

describe('formatBytes', () => {
  it.each([
    [0, '0 Bytes'],
    [1, '1 Bytes'],
    [512, '512 Bytes'],
    [1_023, '1023 Bytes'],
    [KB, '1.00 KB'],
    [1.5 * KB, '1.50 KB'],
    [673_997, '658.20 KB'],
    [MB - 1, '1.00 MB'],
    [MB, '1.00 MB'],
    [18.4 * MB, '18.40 MB'],
    [GB - 1, '1.00 GB'],
    [GB, '1.00 GB'],
    [2_048 * GB, '2048.00 GB'],
    [-5, '0 Bytes'],
    [Number.NaN, '0 Bytes'],
    [Number.POSITIVE_INFINITY, '0 Bytes'],
  ])('formats %d as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('formatSize', () => {
  it.each([
    [18.4 * MB, true, '18.40 MB'],
    [0, true, '0 Bytes'],
    [5 * MB, false, 'about 5 MB'],
    [3.75 * MB, false, 'about 4 MB'],
    [6.25 * MB, false, 'about 6 MB'],
    [300.4 * KB, false, 'about 300 KB'],
    [1_023.8 * KB, false, 'about 1 MB'],
    [0, false, 'about 5 MB'],
    [Number.NaN, false, 'about 5 MB'],
  ])('formats %d (known: %s) as %s', (size, sizeKnown, text) => {
    expect(formatSize({ size, sizeKnown })).toBe(text);
  });
});
