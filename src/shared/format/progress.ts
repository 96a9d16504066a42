import { mediaFacts } from '#messages/media-facts.ts';
import { text } from '../messages/text.ts';
import { amountInUnit, asAmount, BYTE_UNITS, formatBytes, SIZE_DECIMALS, unitIndexOf } from './bytes.ts';

const SPEED_DECIMALS = 1;
const SECONDS_PER_MINUTE = 60;
/** Maximum estimate that is shown. Longer estimates are too unreliable. */
const LONGEST_SHOWN_SECONDS = 3_600;

/** Formats bytes per second as '3.1 MB/s'; returns '0 Bytes/s' for an invalid speed. */
export const formatSpeed = (bytesPerSecond: number): string => {
  const unit = unitIndexOf(bytesPerSecond, SPEED_DECIMALS);
  return text(mediaFacts, 'perSecond', {
    size: `${amountInUnit(bytesPerSecond, unit, SPEED_DECIMALS)} ${BYTE_UNITS[unit]}`,
  });
};

/** Formats seconds as '2 s left' or '1 min 5 s left', rounded up; returns null if unknown or longer than an hour. */
export const formatTimeLeft = (seconds: number): string | null => {
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > LONGEST_SHOWN_SECONDS) return null;
  const whole = Math.max(1, Math.ceil(seconds));
  const minutes = Math.floor(whole / SECONDS_PER_MINUTE);
  const rest = whole % SECONDS_PER_MINUTE;
  if (minutes === 0) return text(mediaFacts, 'timeLeft.seconds', { seconds: rest });
  return rest === 0
    ? text(mediaFacts, 'timeLeft.minutes', { minutes })
    : text(mediaFacts, 'timeLeft.both', { minutes, seconds: rest });
};

/** Formats received and total bytes as '11.78 of 18.40 MB', both in the unit of the total; '9.12 MB' if the total is unknown. */
export const formatProgress = (receivedBytes: number, totalBytes: number | null): string => {
  if (totalBytes === null || asAmount(totalBytes) === 0) return formatBytes(receivedBytes);
  const unit = unitIndexOf(totalBytes, SIZE_DECIMALS);
  return text(mediaFacts, 'amountOf', {
    received: amountInUnit(receivedBytes, unit, SIZE_DECIMALS),
    total: `${amountInUnit(totalBytes, unit, SIZE_DECIMALS)} ${BYTE_UNITS[unit]}`,
  });
};
