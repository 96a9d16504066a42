/** Texts of the panel's Overview. */
export const overviewSection = {
  lede: 'Totals only. Nothing here can be traced to a visitor.',
  previews: 'Previews today',
  succeeded: '{share} succeeded',
  downloads: 'Downloads today',
  sent: '{size} sent',
  /** Replaces `sent` with direct delivery, where this server does not see the files that the platforms send. */
  sentHere: '{size} sent by this server',
  median: 'Typical preview',
  medianNote: 'From link to preview',
  failures: 'Failures today',
  /**
   * Breakdown of the failures: '41 private, 19 deleted, 5 could not be read, 3 other'. `shown` is the count with grouped digits: '1,200'.
   */
  'failureParts.private': { one: '{shown} private', other: '{shown} private' },
  'failureParts.gone': { one: '{shown} deleted', other: '{shown} deleted' },
  'failureParts.unread': { one: '{shown} could not be read', other: '{shown} could not be read' },
  'failureParts.other': { one: '{shown} other', other: '{shown} other' },
  none: 'None',
  unknown: 'No data yet',
  chart: 'Downloads per day',
  retention: { one: 'Kept for {count} day', other: 'Kept for {count} days' },
  today: 'Today',
  asTable: 'Show as table',
  asChart: 'Show as chart',
  'columns.day': 'Day',
  'columns.previews': 'Previews',
  'columns.downloads': 'Downloads',
  'columns.failed': 'Failed',
  chartLabel: 'Downloads in the last {days} days: {total} in total.',
  empty: 'No downloads in the last {days} days.',
  health: 'Engine health',
  healthEmpty: 'Health shows up once a preview has reached Instagram or TikTok.',
  healthUnread: "We can't check right now.",
  healthDownloads: 'Downloads',
  'states.working': 'Works',
  'states.slow': 'Slow',
  'states.failing': 'Failing',
  'states.off': 'Switched off',
  /** Shown for a part of the service with too few uses in the last hour. */
  few: 'Too few uses to tell',
  unused: 'Not used yet',
  unusedLately: 'Not used in the last hour',
  /** `daysAll` if the state of each of the `count` days with data is 'working', otherwise `daysOf`. */
  daysAll: { one: 'Worked all day', other: 'Worked all {count} days' },
  daysOf: { one: 'Did not work all day', other: 'Worked {worked} of {count} days' },
  tested: 'Last check of {platform}: {moment}.',
  notTested: 'not in the last 30 days',
  statusPage: 'Public status page',
  version: 'Savelet {version}',
  versionOf: 'Savelet {version} (commit {commit})',
  medianOf: 'Typically {seconds}',
  failed: 'The figures could not be loaded.',
  directTitle: 'Direct delivery is on.',
  directText:
    'Downloads count only what this server sends. Files that open straight from the platforms are not seen here.',
  directLink: 'What it costs',
  proxyTitle: 'Set TRUST_PROXY',
  proxyText:
    'A request came through a reverse proxy that is not listed in TRUST_PROXY. Until you add it, all visitors behind that proxy count as one network and share its limits.',
  /** Followed by a comma and the time of the check. */
  checkFailed: 'The last check failed',
  testPostUnread: 'Your test post of {platform} could not be read.',
  reachTitle: 'Can this server read Instagram and TikTok?',
  reachText:
    'A check of up to 30 seconds shows which engines can read posts from here, and what to do if none can.',
  reachLink: 'Open the check',
} as const;
