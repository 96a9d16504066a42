// Texts for qualities and measured amounts, used by both the server and the result card.

/** Descriptions under the labels in the quality list. */
export const QUALITY_LEGENDS = {
  best: 'Best quality, larger file',
  balanced: 'Balanced',
  small: 'Smaller and faster',
  audio: 'Sound only',
  audioAtRate: 'Sound only, 128 kbps',
} as const;

/** Prescribed label of a 128 kbps audio file. */
export const AUDIO_LABEL = 'Audio (MP3)';

/** Marks a size as an estimate: 'about 5 MB'. */
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
