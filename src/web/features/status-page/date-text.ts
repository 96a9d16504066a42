import { LOCALE } from '#messages/language.ts';

const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const DAY_AND_TIME = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** Formats the day of an ISO date in UTC: '21 Nov'. */
export const utcDayText = (day: string): string => DAY.format(new Date(day));
/** Formats the time of an ISO date and time in UTC: '16:42'. */
export const utcClockText = (iso: string): string => TIME.format(new Date(iso));
/** Formats an ISO date and time in UTC: '21 Nov, 16:42'. */
export const dateTimeText = (iso: string): string => DAY_AND_TIME.format(new Date(iso));
