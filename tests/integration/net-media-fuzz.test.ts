import { expect, it } from 'vitest';
import { compareReadings } from '../media-fuzz/compare-readings.ts';

const CASES = 2_000;

it('a media connection and the general client make the same of random responses', async () => {
  const { taken, left, differences } = await compareReadings(CASES, 1);
  expect(differences).toEqual([]);
  // Both kinds occur often enough for the comparison to mean something.
  expect(taken).toBeGreaterThan(CASES / 4);
  expect(left).toBeGreaterThan(CASES / 4);
});
