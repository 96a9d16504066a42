import { mediaFacts } from '#messages/media-facts.ts';
import { text } from '../messages/text.ts';

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;

const wholeSeconds = (seconds: number): number =>
  Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;

const splitDuration = (seconds: number) => {
  const whole = wholeSeconds(seconds);
  return {
    hours: Math.floor(whole / SECONDS_PER_HOUR),
    minutes: Math.floor((whole % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE),
    seconds: whole % SECONDS_PER_MINUTE,
  };
};

/** Formats a duration in seconds as '0:42' or '1:02:03'; returns '0:00' for an unknown duration. */
export const formatDuration = (durationSeconds: number): string => {
  const { hours, minutes, seconds } = splitDuration(durationSeconds);
  const paddedSeconds = String(seconds).padStart(2, '0');
  return hours === 0
    ? `${minutes}:${paddedSeconds}`
    : `${hours}:${String(minutes).padStart(2, '0')}:${paddedSeconds}`;
};

/** Formats a duration in seconds for screen readers: '42 seconds', '1 minute 5 seconds'; returns '0 seconds' for an unknown duration. */
export const spokenDuration = (durationSeconds: number): string => {
  const { hours, minutes, seconds } = splitDuration(durationSeconds);
  const amounts = [
    hours > 0 ? text(mediaFacts, 'spoken.hours', { count: hours }) : '',
    minutes > 0 ? text(mediaFacts, 'spoken.minutes', { count: minutes }) : '',
    seconds > 0 ? text(mediaFacts, 'spoken.seconds', { count: seconds }) : '',
  ].filter((part) => part !== '');
  return amounts.length === 0 ? text(mediaFacts, 'spoken.seconds', { count: 0 }) : amounts.join(' ');
};
