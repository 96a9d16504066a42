import { describe, expect, it } from 'vitest';
import { ZIP_ENTRY_MAX_OVERHEAD_BYTES as OVERHEAD, partName, planZip } from './set-plan.ts';

const MAX = 100_000;
const sized = (...sizes: number[]) => sizes.map((size) => ({ size, sizeKnown: true }));

describe('planZip', () => {
  it.each([
    ['nothing', [], 0, 0],
    ['what fits exactly', [50_000 - OVERHEAD, 50_000 - OVERHEAD], 1, 0],
    ['one byte more', [50_000 - OVERHEAD, 50_001 - OVERHEAD], 2, 0],
    ['files in their order, not packed tighter', [60_000, 60_000, 30_000, 30_000, 60_000], 3, 0],
    ['a file too large for any', [10_000, 100_000, 10_000], 1, 1],
    ['only such files', [100_000, 100_000], 0, 2],
  ])('plans %s', (_, sizes, parts, separate) => {
    expect(planZip(sized(...sizes), MAX)).toEqual({ parts, separate, sizesKnown: true });
  });

  it('reports when the count depends on an estimate', () => {
    expect(planZip([...sized(5), { size: 5, sizeKnown: false }], MAX)).toMatchObject({ sizesKnown: false });
  });
});

describe('partName', () => {
  it('numbers several parts, with their count if it is known', () => {
    expect(partName('set.zip', 1, 1)).toBe('set.zip');
    expect(partName('set.zip', 2, 3)).toBe('set-part-2-of-3.zip');
    expect(partName('set.zip', 2, null)).toBe('set-part-2.zip');
  });
});
