import { LOCALE } from '#messages/language.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const TIME = new Intl.DateTimeFormat(LOCALE, CLOCK);
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' });
const DAY_AND_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short' });
const SHORT_DAY_AND_TIME = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', ...CLOCK });

// All texts are in the reader's time zone.

const isSameDay = (at: Date, now: Date): boolean => at.toDateString() === now.toDateString();

/** Formats a time as '14:02'. */
export const clockText = (at: string | Date): string => TIME.format(new Date(at));

/** Formats a day as '20 November 2026'. */
export const dayText = (iso: string): string => DAY.format(new Date(iso));

/** Formats a time as '20 November 2026 at 14:02'. */
export const dayAndTimeText = (iso: string): string => DAY_AND_TIME.format(new Date(iso));

/** Formats a time of today as '14:02', else with its full date. */
export const timeText = (iso: string, now = new Date()): string =>
  isSameDay(new Date(iso), now) ? clockText(iso) : dayAndTimeText(iso);

/** Formats a time of today as '14:02', else as '20 Nov, 14:02'. */
export const shortTimeText = (iso: string, now = new Date()): string =>
  isSameDay(new Date(iso), now) ? clockText(iso) : SHORT_DAY_AND_TIME.format(new Date(iso));
