/**
 * Estimate of an unknown file size, shown as "about 5 MB". `estimatedSize` multiplies it by a random factor between the two limits below.
 */
export const ESTIMATED_SIZE_BYTES = 5 * 1024 * 1024;
const ESTIMATE_FACTOR_MIN = 0.75;
const ESTIMATE_FACTOR_MAX = 1.25;

/**
 * Returns an estimate for an unknown file size in whole bytes: 5 MB times a factor from 0.75 to 1.25. `random` returns a number from 0 to
 * 1, as Math.random does. The estimate is sent with `sizeKnown: false` and shown as "about 5 MB".
 */
export const estimatedSize = (random: () => number): number => {
  const factor = ESTIMATE_FACTOR_MIN + random() * (ESTIMATE_FACTOR_MAX - ESTIMATE_FACTOR_MIN);
  return Math.round(ESTIMATED_SIZE_BYTES * factor);
};
