import { LOCALE } from '#messages/language.ts';
import { momentWords } from '#messages/moment-words.ts';
import { text } from '#shared/messages/text.ts';

// All texts are in the reader's time zone.

const TIME = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const FULL = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' });

/** Returns the start of the day that is `days` days after the day of `at`. */
const startOfDay = (at: Date, days = 0): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);

/** Names of days, by their distance from today in whole days. */
const NAMED_DAYS = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' } as const;

const nameOfDay = (at: Date, now: Date) => {
  const day = startOfDay(at).getTime();
  const days = (Object.keys(NAMED_DAYS) as (keyof typeof NAMED_DAYS)[]).find(
    (offset) => startOfDay(now, Number(offset)).getTime() === day,
  );
  return days === undefined ? null : NAMED_DAYS[days];
};

/** Formats the time of day of a moment (ISO) in the reader's time zone, as '14:32'. */
export const clockText = (iso: string): string => TIME.format(new Date(iso));

/** Formats the day of a moment (ISO), in the reader's time zone, as 'today', 'yesterday', 'tomorrow' or '12 Nov 2026'. */
export const dayText = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  const name = nameOfDay(at, now);
  return name === null ? DAY.format(at) : text(momentWords, name);
};

/** Formats a moment (ISO) as 'today, 14:32', 'yesterday, 09:10' or '12 Nov 2026, 14:32'. Most times in the panel have this form. */
export const momentText = (iso: string, now = new Date()): string =>
  text(momentWords, 'moment', { day: dayText(iso, now), time: clockText(iso) });

/** Formats a moment (ISO) in full, for a tooltip: 'Thursday, 12 November 2026 at 14:32:05 CET'. */
export const fullMomentText = (iso: string): string => FULL.format(new Date(iso));

/** Formats a moment (ISO) for use after 'until' or 'at': a time of today as '14:02', any other as `momentText` does. */
export const clockOrMomentText = (iso: string, now = new Date()): string =>
  nameOfDay(new Date(iso), now) === 'today' ? clockText(iso) : momentText(iso, now);

/** Returns a text with a capital first letter, for the start of a line: 'Today, 14:32'. */
export const capitalise = (words: string): string =>
  words.charAt(0).toLocaleUpperCase(LOCALE) + words.slice(1);
