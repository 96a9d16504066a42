import { SIZE_DECIMALS } from '../limits.ts';
import { amountOf, perSecond, timeLeft } from '../media-messages.ts';
import { amountIn, asAmount, BYTE_UNITS, formatBytes, unitIndexOf } from './bytes.ts';

const SPEED_DECIMALS = 1;
const SECONDS_PER_MINUTE = 60;
/** Beyond an hour a guess is worth nothing (brief, 4.4). */
const LONGEST_SHOWN_SECONDS = 3_600;

/** Takes bytes a second and gives '3.1 MB/s'; '0 Bytes/s' when nothing moves. */
export const formatSpeed = (bytesPerSecond: number): string => {
  const unit = unitIndexOf(bytesPerSecond, SPEED_DECIMALS);
  return perSecond(`${amountIn(bytesPerSecond, unit, SPEED_DECIMALS)} ${BYTE_UNITS[unit]}`);
};

/** Takes seconds and gives '2 s left' or '1 min 5 s left', rounded up; null when unknown or longer than an hour. */
export const formatTimeLeft = (seconds: number): string | null => {
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > LONGEST_SHOWN_SECONDS) return null;
  const whole = Math.max(1, Math.ceil(seconds));
  return timeLeft(Math.floor(whole / SECONDS_PER_MINUTE), whole % SECONDS_PER_MINUTE);
};

/** Takes bytes arrived and promised and gives '11.78 of 18.40 MB', both in the unit of the total; '9.12 MB' when no total is known. */
export const formatProgress = (received: number, total: number | null): string => {
  if (total === null || asAmount(total) === 0) return formatBytes(received);
  const unit = unitIndexOf(total, SIZE_DECIMALS);
  return amountOf(
    amountIn(received, unit, SIZE_DECIMALS),
    `${amountIn(total, unit, SIZE_DECIMALS)} ${BYTE_UNITS[unit]}`,
  );
};
