import { LOCALE } from '#messages/language.ts';

/** Formats the day of an ISO date and time, in UTC and in the site's language on every machine: '20 November 2026'. */
export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });

/** Formats an ISO date and time with the hour and minute, in UTC and in the site's language: '28 November 2026 at 00:00 UTC'. */
export const formatMoment = (iso: string): string =>
  `${new Date(iso).toLocaleString(LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
