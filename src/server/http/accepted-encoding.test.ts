import { describe, expect, it } from 'vitest';
import { acceptedEncoding } from './accepted-encoding.ts';

describe('acceptedEncoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR;q=0.5, gzip', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0', null],
    ['brotli', null],
  ])('%j gives %j', (header, expected) => {
    expect(acceptedEncoding(header)).toBe(expected);
  });
});
