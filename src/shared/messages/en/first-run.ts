import type { FirstRunStep } from '../../contract/first-run.ts';
import type { Group } from '../text.ts';

/** Texts of the checklist for a new site, in the Overview. */
export const firstRun = {
  heading: 'Set up your site',
  progress: '{done} of {count} done',
  progressSkipped: '{done} of {count} done, {skipped} skipped',
  hide: 'Hide checklist',
  hidden: 'Checklist hidden. You can bring it back at the end of this page.',
  show: 'Show the setup checklist',
  finished: 'All set. Your site is ready for visitors.',
  finishedUnread: 'The check that posts can be read has not passed yet.',
  toCheck: 'Go to the check',
  failed: 'The setup checklist could not be loaded.',
  back: 'Back to the checklist',

  open: 'Not done yet',
  done: 'Done',
  kept: 'Kept as it is',
  skipped: 'Skipped',
  undo: 'Undo',

  'titles.brand': 'Title and logo',
  'titles.reach': 'Check that posts can be read',
  'titles.contact': 'Contact address',
  'titles.legal': 'Legal texts',
  'titles.engines': 'Engine order',
  'titles.visit': 'Look at your site',

  /** Labels of the buttons by which the owner keeps a step's present state. */
  'keep.brand': 'Keep "{title}" and no logo',
  'keep.reach': 'Continue without it',
  'keep.contact': 'Show no address',
  'keep.legal': 'Keep the standard texts',
  'keep.engines': 'Keep this order',
  'keep.visit': 'Skip this',

  withLogo: '{title}, with a logo',
  withoutLogo: '{title}, without a logo',
  toBrand: 'Set title and logo',
  toContact: 'Set the address',

  reachHelp:
    'Reads one public post from Instagram and one from TikTok, the way visitors will. It takes up to 30 seconds.',
  reachDone: '{platforms} can be read',

  contactHelp: 'Visitors see it under Contact and can send reports and DMCA notices to it.',
  noAddress: 'No address shown',

  legalHelp:
    'Your site shows standard texts under Privacy, Terms, DMCA and Copyright. Read them, and write your own where yours differ.',
  legalDone: 'With texts of your own',
  toLegal: 'Open the texts',

  enginesHelp: 'Savelet tries these engines in turn until one can read the post: {names}.',
  enginesNone: 'No engine that can read posts is on and set up.',
  enginesOne:
    '{name} is the only engine here that reads posts. With another one, posts can still be read when it fails.',
  changeOrder: 'Change the order',
  addEngine: 'Add another',

  visitHelp: 'See it as visitors do. This step is done once the page has opened.',
  visit: 'Open the site',
  newTab: '(opens in a new tab)',
  visitDone: 'You have opened it',
} as const satisfies Group & Record<`titles.${FirstRunStep}` | `keep.${FirstRunStep}`, string>;
