import { mediaFacts } from '#messages/media-facts.ts';
import { text } from '../messages/text.ts';
import { ESTIMATED_SIZE_BYTES } from './size-estimate.ts';

export const SIZE_DECIMALS = 2;

export const BYTE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const BYTES_PER_UNIT = 1_024;

/** Returns the value, or zero if it is not a positive finite number. */
export const asAmount = (value: number): number => (Number.isFinite(value) && value > 0 ? value : 0);

/**
 * Returns the index in BYTE_UNITS of an amount's display unit. An amount that would round to 1,024 uses the next unit, so
 * '1024.00 KB' is never shown.
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

/** Formats an amount of bytes as a number in the given unit, without the unit's name. Whole bytes have no decimals. */
export const amountInUnit = (bytes: number, unitIndex: number, decimals: number): string =>
  (asAmount(bytes) / BYTES_PER_UNIT ** unitIndex).toFixed(unitIndex === 0 ? 0 : decimals);

/** Formats bytes in Bytes, KB, MB or GB with two decimals: '18.40 MB'. Returns '0 Bytes' for an invalid amount. */
export const formatBytes = (bytes: number): string => {
  const unit = unitIndexOf(bytes, SIZE_DECIMALS);
  return `${amountInUnit(bytes, unit, SIZE_DECIMALS)} ${BYTE_UNITS[unit]}`;
};

/**
 * Formats a measured size with two decimals, and an estimated one as 'about 5 MB' so that it does not look exact. An estimate that is not
 * positive counts as 5 MB.
 */
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
  return text(mediaFacts, 'sizeAbout', { size: `${amountInUnit(estimate, unit, 0)} ${BYTE_UNITS[unit]}` });
};
