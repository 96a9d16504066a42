/** Texts of the /status page. */
export const statusPage = {
  /** Follows the site's title and a colon. */
  titleTail: 'status of the last 30 days',
  description:
    'Whether Instagram and TikTok previews and downloads work on this site now, and how they worked in the last 30 days.',
  label: 'Status:',
  back: 'Back to the form',
  maintenance: 'The site is currently down for maintenance.',
  written: 'As of {moment}. All times are UTC.',
  seen: 'Last used',
  tested: 'Last check',
  time: 'Median time',
  cause: 'Cause of failures',
  /** Caption of the bar of the present day. */
  lastDay: 'Today',
  share: '{percent}% succeeded',
  'dayStates.working': 'worked',
  'dayStates.disturbed': 'failed for a time',
  'dayStates.failing': 'did not work',
  'dayStates.unknown': 'no data',
  /** Text alternative of a part's bars. `days` is a list of texts under `barDays`. */
  bars: '{part}, the last 30 days: {days}.',
  'barDays.working': { one: '{count} day worked', other: '{count} days worked' },
  'barDays.disturbed': { one: '{count} day failed for a time', other: '{count} days failed for a time' },
  'barDays.failing': { one: '{count} day did not work', other: '{count} days did not work' },
  'barDays.unknown': { one: '{count} day without data', other: '{count} days without data' },
  key: 'What the bars mean',
  table: 'Day by day',
  tableLabel: 'Status of each day',
  day: 'Day',
  engines: 'Engines in the last 30 days',
  enginesLede: 'An engine is one way to read a post. When one fails, the next one is tried.',
  engineTime: 'Median {time}',
  incidents: 'Incidents',
  incidentsLede: 'Hours in which most attempts failed, newest first. The minute is not known.',
  incidentsNone: 'No incidents seen in the last 30 days.',
  /** Time of an incident, to the hour: '24 Nov, between 09:00 and 11:00'. */
  'incident.within': '{day}, between {from} and {until}',
  /** Time of an incident over several days: 'Between 24 Nov, 22:00 and 25 Nov, 03:00'. */
  'incident.across': 'Between {from} and {until}',
  /** Start of an incident that is not over; the hour in which it began. */
  'incident.since': 'Since {day}, between {from} and {until}',
  /** Midnight at the end of a day. */
  midnight: '24:00',
  'incident.over': 'Resolved',
  'incident.now': 'Ongoing',
  'incident.open': 'No success seen since',
  method: 'How status is measured',
  'method.work':
    "Status comes from this server's own work: previews that visitors ask for, files they save, and checks with posts its owner picked. Nothing about a visitor, a link or a post is stored.",
  'method.refusals':
    'A private or deleted post is a valid answer, so it counts as working; checks leave it out. A single failure counts for nothing yet, because it may be down to that post. Times without activity show as "no data".',
  'method.days':
    'A day counts as "did not work" if most of its attempts failed, and as "failed for a time" if most attempts failed only in some of its hours.',
} as const;
