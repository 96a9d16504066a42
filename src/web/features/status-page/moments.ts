const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** '21 Nov' of an ISO date, in UTC. */
export const dayText = (day: string): string => DAY.format(new Date(day));
/** '21 Nov, 16:42' of an ISO date and time, in UTC. */
export const momentText = (iso: string): string => MOMENT.format(new Date(iso));
