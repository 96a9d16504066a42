import { ESTIMATED_SIZE_BYTES, SIZE_DECIMALS } from '../limits.ts';
import { sizeAbout } from '../media-messages.ts';

export const BYTE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const BYTES_PER_UNIT = 1_024;

/** Zero for everything that is no amount of bytes (negative, NaN, infinite). */
export const asAmount = (value: number): number => (Number.isFinite(value) && value > 0 ? value : 0);

/**
 * Index into BYTE_UNITS of the unit an amount is written in. An amount that would round to 1,024 of its unit belongs to the
 * next one: '1024.00 KB' is never shown.
 */
export const unitIndexOf = (bytes: number, decimals: number): number => {
  let index = 0;
  let value = asAmount(bytes);
  while (
    index < BYTE_UNITS.length - 1 &&
    Number(value.toFixed(index === 0 ? 0 : decimals)) >= BYTES_PER_UNIT
  ) {
    value /= BYTES_PER_UNIT;
    index += 1;
  }
  return index;
};

/** Writes an amount of bytes as a number of the given unit, without the unit's name. Whole bytes have no decimals. */
export const amountIn = (bytes: number, unitIndex: number, decimals: number): string =>
  (asAmount(bytes) / BYTES_PER_UNIT ** unitIndex).toFixed(unitIndex === 0 ? 0 : decimals);

/** Takes bytes and gives '18.40 MB' (specification section 9: Bytes, KB, MB or GB with two decimals); '0 Bytes' for none. */
export const formatBytes = (bytes: number): string => {
  const unit = unitIndexOf(bytes, SIZE_DECIMALS);
  return `${amountIn(bytes, unit, SIZE_DECIMALS)} ${BYTE_UNITS[unit]}`;
};

/** Gives a measured size with two decimals and an estimated one as 'about 5 MB', so that no guess looks like a fact. */
export const formatSize = ({
  size,
  sizeKnown,
}: {
  readonly size: number;
  readonly sizeKnown: boolean;
}): string => {
  if (sizeKnown) return formatBytes(size);
  const estimate = asAmount(size) === 0 ? ESTIMATED_SIZE_BYTES : size;
  const unit = unitIndexOf(estimate, 0);
  return sizeAbout(`${amountIn(estimate, unit, 0)} ${BYTE_UNITS[unit]}`);
};
