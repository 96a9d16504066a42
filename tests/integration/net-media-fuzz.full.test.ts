import { expect, it } from 'vitest';
import { compareReadings } from '../media-fuzz/compare-readings.ts';

/** Responses of each part: all parts read 30,000. One test of them all would take more than its time on a busy machine. */
const CASES = 15_000;
const SEEDS = [2, 3];

it.each(SEEDS)(
  'a media connection and the general client make the same of many random responses (%i)',
  async (seed) => {
    const { taken, left, differences } = await compareReadings(CASES, seed);
    expect(differences).toEqual([]);
    // Both kinds occur often enough for the comparison to mean something.
    expect(taken).toBeGreaterThan(CASES / 4);
    expect(left).toBeGreaterThan(CASES / 4);
  },
);
