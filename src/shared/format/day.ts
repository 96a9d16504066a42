import { LOCALE } from '#messages/language.ts';
/** Formats an ISO date and time as '20 November 2026', in UTC and in English on every machine. */
export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
