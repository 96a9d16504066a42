const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** Formats a time as '20 November 2026 at 14:02' in the reader's time zone. */
export const whenText = (iso: string): string => DAY_AND_TIME.format(new Date(iso));
/** Formats a day as '20 November 2026'. */
export const dayText = (iso: string): string => DAY.format(new Date(iso));
