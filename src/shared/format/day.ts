/** '20 November 2026' for an ISO date and time: the same on every machine, so in UTC and in English. */
export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
