import { ENGINE_EDITOR } from '#shared/engine-messages.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats a time of today as '14:02', else with its date, in the reader's time zone. */
export const timeText = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  return (at.toDateString() === now.toDateString() ? TIME : DAY_AND_TIME).format(at);
};

/** Formats milliseconds as '0.8 s'; a dash for null. */
export const secondsText = (ms: number | null): string =>
  ms === null ? ENGINE_EDITOR.nothing : ENGINE_EDITOR.seconds((ms / 1_000).toFixed(1));
