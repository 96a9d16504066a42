/** Formats an ISO date and time as '20 November 2026', in UTC and in English on every machine. */
export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
