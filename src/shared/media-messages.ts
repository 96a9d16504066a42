// Words around qualities and measured amounts; the server and the result card both say them.
/** What a row of the quality list says under its label (specification section 2, "Quality legend"). */
export const QUALITY_LEGENDS = {
  best: 'Best quality, larger file',
  balanced: 'Balanced',
  small: 'Smaller and faster',
  audio: 'Sound only',
  audioAtRate: 'Sound only, 128 kbps',
} as const;

/** The specification's label of a 128kbps sound file (section 9). */
export const AUDIO_LABEL = 'Audio (MP3)';

/** Words around measured amounts. */
export const sizeAbout = (size: string): string => `about ${size}`;
export const amountOf = (received: string, total: string): string => `${received} of ${total}`;
export const perSecond = (size: string): string => `${size}/s`;
export const timeLeft = (minutes: number, seconds: number): string =>
  minutes === 0
    ? `${seconds} s left`
    : seconds === 0
      ? `${minutes} min left`
      : `${minutes} min ${seconds} s left`;
export const spokenAmount = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'}`;
