import { describe, expect, it } from 'vitest';
import {
  matchesRange,
  readContentRange,
  readRange,
  readUnsatisfiedSize,
  resolveRange,
  writeRange,
} from './byte-range.ts';

describe('readRange', () => {
  it.each([
    ['bytes=0-0', 'bytes=0-0'],
    ['bytes=5-', 'bytes=5-'],
    ['bytes=-7', 'bytes=-7'],
    ['Bytes=1-20', 'bytes=1-20'],
    [' bytes=1-2 ', 'bytes=1-2'],
  ])('reads %j', (header, written) => {
    const range = readRange(header);
    expect(range && writeRange(range)).toBe(written);
  });

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-2',
    'bytes=0-1,3-4',
    'bytes=0-1,',
    'items=0-1',
    'bytes=1.5-2',
    'bytes=-1-2',
    'bytes=+1-2',
    'bytes=99999999999999999999-',
    'bytes=0-\r\nx: y',
  ])('returns null for %j', (header) => {
    expect(readRange(header)).toBeNull();
  });
});

describe('resolveRange', () => {
  const place = (header: string, size: number) => {
    const range = resolveRange(readRange(header)!, size);
    return range === null ? null : [range.start, range.end];
  };

  it('limits the range to the end of the file', () => {
    expect(place('bytes=0-', 10)).toEqual([0, 9]);
    expect(place('bytes=9-', 10)).toEqual([9, 9]);
    expect(place('bytes=3-99', 10)).toEqual([3, 9]);
    expect(place('bytes=-4', 10)).toEqual([6, 9]);
    expect(place('bytes=-40', 10)).toEqual([0, 9]);
  });

  it('returns null beyond the end', () => {
    expect(place('bytes=10-', 10)).toBeNull();
    expect(place('bytes=-0', 10)).toBeNull();
    expect(place('bytes=0-', 0)).toBeNull();
    expect(place('bytes=-1', 0)).toBeNull();
  });
});

describe('content ranges', () => {
  it('parses valid headers', () => {
    expect(readContentRange('bytes 0-4/10')).toEqual({ start: 0, end: 4, total: 10 });
    expect(readContentRange('bytes 0-4/*')).toEqual({ start: 0, end: 4, total: null });
    expect(readUnsatisfiedSize('bytes */10')).toBe(10);
    expect(readUnsatisfiedSize('bytes 0-4/10')).toBeNull();
  });

  it.each([
    undefined,
    '',
    'bytes 4-0/10',
    'bytes 0-10/10',
    'bytes */10',
    'bytes 0-4',
    'bytes 0-4/5, bytes 0-4/5',
  ])('rejects %j', (header) => {
    expect(readContentRange(header)).toBeNull();
  });

  it('compares the received with the requested range', () => {
    const answers = (requested: string, start: number, end: number, total: number | null) =>
      matchesRange(readRange(requested)!, { start, end, total });
    expect(answers('bytes=2-5', 2, 5, 10)).toBe(true);
    expect(answers('bytes=2-', 2, 9, 10)).toBe(true);
    expect(answers('bytes=-3', 7, 9, 10)).toBe(true);
    expect(answers('bytes=2-5', 2, 5, null)).toBe(true);
    expect(answers('bytes=2-5', 1, 5, 10)).toBe(false);
    expect(answers('bytes=2-5', 2, 4, 10)).toBe(false);
    expect(answers('bytes=2-', 2, 8, 10)).toBe(false);
    expect(answers('bytes=2-5', 2, 6, null)).toBe(false);
    expect(answers('bytes=-3', 7, 9, null)).toBe(false);
    expect(answers('bytes=20-', 2, 9, 10)).toBe(false);
  });
});
