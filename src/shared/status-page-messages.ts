// What only the server writes into the /status page.
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
  unknown: 'not known',
};

const count = (days: number, state: DayState): string =>
  `${String(days)} ${days === 1 ? 'day' : 'days'} ${DAY_STATES[state]}`;

export const STATUS_PAGE = {
  titleTail: 'status of the last 30 days',
  description:
    'Whether Instagram and TikTok previews and downloads work here now, and how they did in the last 30 days.',
  label: 'Status:',
  back: 'Back to the form',
  maintenance: 'The site is closed for maintenance at the moment.',
  written: (moment: string): string => `As of ${moment}. All times are UTC.`,
  parts: PARTS,
  now: 'Now',
  seen: 'Last seen',
  tested: 'Last self-test',
  time: 'Median time',
  notTested: 'None in 30 days',
  notLately: 'Not lately',
  nothing: 'None',
  /** Under the last bar. */
  lastDay: 'Today',
  share: (percent: number): string => `${String(percent)} % succeeded`,
  dayStates: DAY_STATES,
  /** The bars in words. */
  bars: (part: string, days: Readonly<Record<DayState, number>>): string =>
    `${part}, the last 30 days: ${(['working', 'disturbed', 'failing', 'unknown'] as const)
      .filter((state) => days[state] > 0)
      .map((state) => count(days[state], state))
      .join(', ')}.`,
  key: 'What the bars say',
  table: 'Day by day',
  tableLabel: 'How each day went',
  day: 'Day',
  engines: 'Engines',
  enginesLede: 'An engine is one way to read a post. When one fails, the next is asked.',
  enginesNone: 'No engine has been asked in the last 30 days.',
  enginesLabel: 'How the engines do',
  engine: 'Engine',
  platform: 'For',
  platforms: { instagram: 'Instagram', tiktok: 'TikTok' },
  days: 'Last 30 days',
  incidents: 'Incidents',
  incidentsLede: 'Hours in which most of what was tried failed, newest first.',
  incidentsNone: 'None in the last 30 days, as far as anybody has seen.',
  incidentsUnknown: 'Nothing was tried in the last 30 days, so nobody knows.',
  incident: { over: 'Over', now: 'Still going on', open: 'Nobody has seen it work since' },
  method: 'How this is told',
  methodText: [
    'From what the server did itself: previews visitors asked for, files it sent, and posts its owner lets it try now and then. Nothing is kept of a visitor, a link or a post.',
    'A private or deleted post is an answer, so it counts as working; of the posts its owner chose it says nothing. A single failure says nothing: it may have been that post’s. Where nobody has looked, it says “not known”.',
    'A day counts as not working when most of its tries failed, and as failed for a time when those of one of its hours did.',
  ],
} as const;
