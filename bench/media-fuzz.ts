import { compareReadings } from '../tests/media-fuzz/compare-readings.ts';
import type { Figure } from './figure.ts';

const CASES = 1_000_000;

/** Compares what a media connection and the general client make of a million random responses. Throws on a difference. */
export const benchFuzz = async (): Promise<Figure[]> => {
  const { taken, differences } = await compareReadings(CASES, Date.now() >>> 0);
  for (const difference of differences) console.log(difference);
  return [
    {
      what: `fuzz: differences in ${CASES} responses`,
      value: differences.length,
      unit: '',
      goal: { atMost: 0 },
    },
    { what: 'fuzz: responses read by a media connection', value: taken, unit: '' },
  ];
};
