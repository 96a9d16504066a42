import { describe, expect, it } from 'vitest';
import { estimatedSize } from './size-estimate.ts';

describe('estimatedSize', () => {
  it.each([
    [0, 3_932_160],
    [0.5, 5_242_880],
    [1, 6_553_600],
    [1 / 3, 4_805_973],
  ])('returns whole bytes for %d', (random, bytes) => {
    expect(estimatedSize(() => random)).toBe(bytes);
  });
});
