import { ENGINE_EDITOR } from '#shared/engine-messages.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** '14:02' for a moment of today, else with its day; in the reader's own time zone. */
export const timeText = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  return (at.toDateString() === now.toDateString() ? TIME : DAY_AND_TIME).format(at);
};

/** '0.8 s'; a dash while nobody knows. */
export const secondsText = (ms: number | null): string =>
  ms === null ? ENGINE_EDITOR.nothing : ENGINE_EDITOR.seconds((ms / 1_000).toFixed(1));
