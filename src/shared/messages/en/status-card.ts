/** Texts of the status card. */
export const statusCard = {
  label: 'Status:',
  /** Shown until the card has come into view and has received the status, and also if the status cannot be fetched. */
  question: 'Is it working?',
  lede: 'See what works on this server now.',
  'states.working': 'Working',
  'states.slow': 'Slow',
  'states.failing': 'Not working',
  'states.unknown': 'No recent data',
  'states.off': 'Switched off',
  /** Shown for a part of the service with too few uses in the last hour. */
  'states.few': 'Too few to tell',
  'headlines.off': 'Switched off right now',
  /** Replaces `headlines.working` while a platform is switched off. */
  'headlines.exceptOff': 'Everything that is on is working',
  'headlines.working': 'Everything is working',
  'headlines.partly': 'Working, as far as we know',
  'headlines.slow': 'Slower than usual',
  'headlines.someFailing': 'Some parts are not working',
  'headlines.failing': 'Not working right now',
  'headlines.few': 'Too little use to tell',
  'headlines.none': 'No recent previews',
  'headlines.never': 'No previews yet',
  /** Say when the status will be known; stand below `headlines.none` and `headlines.never`. */
  'waiting.none': 'The status shows up after the next one.',
  'waiting.never': 'The status shows up after the first one.',
  more: 'The last 30 days',
  cannotCheck: "We can't check right now.",
  'checked.now': 'Checked just now',
  'checked.seconds': 'Checked {count} seconds ago',
  'checked.minutes': { one: 'Checked {count} minute ago', other: 'Checked {count} minutes ago' },
  'checked.hours': { one: 'Checked {count} hour ago', other: 'Checked {count} hours ago' },
  /** Median time of previews or of downloads. */
  'median.short': 'under 0.1 s',
  'median.seconds': '{seconds} s',
} as const;
