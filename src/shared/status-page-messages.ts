// Texts of the /status page, which only the server renders.
import type { DayState, StatusPart } from './contract/status.ts';

const PARTS: Readonly<Record<StatusPart, string>> = {
  instagram: 'Instagram previews',
  tiktok: 'TikTok previews',
  downloads: 'Downloads',
};

const DAY_STATES: Readonly<Record<DayState, string>> = {
  working: 'worked',
  disturbed: 'failed for a time',
  failing: 'did not work',
  unknown: 'no data',
};

const count = (days: number, state: DayState): string =>
  `${String(days)} ${days === 1 ? 'day' : 'days'} ${state === 'unknown' ? 'without data' : DAY_STATES[state]}`;

export const STATUS_PAGE = {
  titleTail: 'status of the last 30 days',
  description:
    'Whether Instagram and TikTok previews and downloads work on this site now, and how they worked in the last 30 days.',
  label: 'Status:',
  back: 'Back to the form',
  maintenance: 'The site is currently down for maintenance.',
  written: (moment: string): string => `As of ${moment}. All times are UTC.`,
  parts: PARTS,
  now: 'Now',
  seen: 'Last used',
  tested: 'Last self-test',
  time: 'Median time',
  notTested: 'None in 30 days',
  notLately: 'Not recently',
  nothing: 'None',
  /** Caption of the last bar. */
  lastDay: 'Today',
  share: (percent: number): string => `${String(percent)}% succeeded`,
  dayStates: DAY_STATES,
  /** Text alternative of a part's bars. */
  bars: (part: string, days: Readonly<Record<DayState, number>>): string =>
    `${part}, the last 30 days: ${(['working', 'disturbed', 'failing', 'unknown'] as const)
      .filter((state) => days[state] > 0)
      .map((state) => count(days[state], state))
      .join(', ')}.`,
  key: 'What the bars mean',
  table: 'Day by day',
  tableLabel: 'Status of each day',
  day: 'Day',
  engines: 'Engines',
  enginesLede: 'An engine is one way to read a post. When one fails, the next one is tried.',
  enginesNone: 'No engine was used in the last 30 days.',
  enginesLabel: 'Engine health',
  engine: 'Engine',
  platform: 'Platform',
  platforms: { instagram: 'Instagram', tiktok: 'TikTok' },
  days: 'Last 30 days',
  incidents: 'Incidents',
  incidentsLede: 'Periods in which most attempts failed, newest first.',
  incidentsNone: 'No incidents seen in the last 30 days.',
  incidentsUnknown: 'No activity in the last 30 days, so there is nothing to report.',
  incident: { over: 'Resolved', now: 'Ongoing', open: 'No success seen since' },
  method: 'How status is measured',
  methodText: [
    "Status comes from the server's own work: previews that visitors requested, files it sent, and self-tests with posts its owner chose. Nothing is stored about a visitor, a link or a post.",
    'A private or deleted post is a valid answer, so it counts as working; in a self-test it does not count. A single failure does not count, because it may concern only that post. Times without activity show as “no data”.',
    'A day counts as not working when most attempts failed, and as failed for a time when most attempts in one of its hours failed.',
  ],
} as const;
