import { LOCALE } from '#messages/language.ts';

/** Formats the day of an ISO date and time, in UTC and in the site's language on every machine: '20 November 2026'. */
export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
