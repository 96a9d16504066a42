import type { Group } from '../text.ts';

/** Texts of the panel's Traffic section, and of its alerts. */
export const traffic = {
  lede: 'What this server sent to visitors: files and thumbnails, by days in UTC.',
  ownerOnly: 'Only the owner of this site sees its traffic by days, and its budget.',
  failed: 'The traffic could not be loaded.',
  today: 'Today',
  month: 'This month',
  platformMonth: '{platform} this month',
  ofBudget: '{percent}% of {budget}',
  noBudget: 'No budget',
  share: '{percent}% of this month',
  sample: 'Samples',
  chart: 'Sent per day',
  chartLabel: 'Sent in the last {days} days: {total} in total.',
  empty: 'Nothing was sent in the last {days} days.',
  'columns.day': 'Day',
  'columns.total': 'Total',
  download: 'Download as CSV',

  budget: 'Budget',
  budgetHelp:
    'At 80% the alert webhook, if one is set, gets a message; the Overview says so too. At 100% it gets another, and new downloads are refused until the day or month ends (UTC): running ones finish, and previews, their players and files straight from the platforms still work. 1 GB is 1,024 MB.',
  dayLimit: 'GB a day',
  monthLimit: 'GB a month',
  none: 'None',
  invalid:
    'Enter a number from 0.1 to 1000000, with at most two decimals and nothing between thousands, or nothing for no budget.',
  save: 'Save',
  saved: 'The traffic budget was saved',
  /** The limits of a budget, as the activity log shows them. */
  'stored.day': '{size} GB a day',
  'stored.month': '{size} GB a month',

  /** Sentences about a budget that is nearly or fully spent, in the panel and in alerts. `time` is in UTC. */
  'near.day':
    "{percent}% of today's traffic budget is used: {sent} of {budget}. At 100% new downloads are refused until {time}.",
  'near.month':
    "{percent}% of this month's traffic budget is used: {sent} of {budget}. At 100% new downloads are refused until {time}.",
  'spent.day': "Today's traffic budget is spent: {sent} of {budget}. New downloads are refused until {time}.",
  'spent.month':
    "This month's traffic budget is spent: {sent} of {budget}. New downloads are refused until {time}.",
  toTraffic: 'Open Traffic',
} as const satisfies Group;
