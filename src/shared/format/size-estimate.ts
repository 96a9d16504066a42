import { ESTIMATE_FACTOR_MAX, ESTIMATE_FACTOR_MIN, ESTIMATED_SIZE_BYTES } from '../limits.ts';

/**
 * Gives the specification's estimate for a size nobody knows, in whole bytes: 5 MB times a factor from 0.75 to 1.25.
 * `random` gives a number from 0 to 1. It goes out with `sizeKnown: false` and is shown as "about 5 MB".
 */
export const estimatedSize = (random: () => number): number => {
  const factor = ESTIMATE_FACTOR_MIN + random() * (ESTIMATE_FACTOR_MAX - ESTIMATE_FACTOR_MIN);
  return Math.round(ESTIMATED_SIZE_BYTES * factor);
};
