import { expect, it } from 'vitest';
import { compareReadings } from '../media-fuzz/compare-readings.ts';

const CASES = 60_000;

/** Ten seconds on a machine with nothing else to do; other tests run beside this one. */
const TIMEOUT_MS = 180_000;

it('a media connection and the general client make the same of many random responses', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { taken, left, differences } = await compareReadings(CASES, 2);
  expect(differences).toEqual([]);
  // Both kinds occur often enough for the comparison to mean something.
  expect(taken).toBeGreaterThan(CASES / 4);
  expect(left).toBeGreaterThan(CASES / 4);
});
