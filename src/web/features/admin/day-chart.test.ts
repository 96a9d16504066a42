import { describe, expect, it } from 'vitest';
import { chartLines } from './day-chart.tsx';

describe('the grid lines', () => {
  it.each([
    [0, [0, 1, 2]],
    [1, [0, 1, 2]],
    [3, [0, 2, 4]],
    [9, [0, 5, 10]],
    [10, [0, 5, 10]],
    [11, [0, 10, 20]],
    [301, [0, 200, 400]],
    [1_903, [0, 1_000, 2_000]],
  ])('for %d', (highest, lines) => {
    expect(chartLines(highest)).toEqual(lines);
  });

  it('are whole numbers, the top one never below the highest bar', () => {
    for (let highest = 0; highest < 3_000; highest += 7) {
      const lines = chartLines(highest);
      expect(lines.every(Number.isInteger)).toBe(true);
      expect(lines[2]).toBeGreaterThanOrEqual(highest);
    }
  });
});
