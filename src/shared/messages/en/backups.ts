import type { Group } from '../text.ts';

/** Texts of the panel's Backups section, of the alert about a failed backup, and of the programs `backup` and `restore`. */
export const backups = {
  lede: 'Copies of all that is stored here, and the settings as one file.',
  ownerOnly: 'Only the owner of this site sees backups and the settings file.',
  failed: 'The backups could not be loaded.',
  nightly: 'Nightly backup',
  nightlyHelp:
    'Database and secret as one file in the folder "backups" of the server\'s data. Copy it to another machine.',
  hour: 'Time',
  off: 'Off',
  /** An hour of the day: '03:00 UTC'. */
  hourOf: '{hour}:00 UTC',
  keep: 'Number kept',
  save: 'Save',
  saved: 'The nightly backup was saved',
  next: 'Next one: {time}',
  none: 'No nightly backup has been made yet.',
  made: '{time}: a backup of {size} was made.',
  /** A failed backup: `notMadeAt` in the panel, `notMade` in the alert. `sentence` is the reason. */
  notMadeAt: '{time}: no backup was made. {sentence}',
  notMade: 'The nightly backup was not made. {sentence}',
  tookTooLong: 'It took longer than an hour.',
  programsMissing:
    "PostgreSQL's programs pg_dump and psql were not found on PATH. Install the client programs of the server's version or a newer one.",
  programsOld:
    'The pg_dump on PATH is older than the PostgreSQL server. Install the client programs of its version or a newer one.',
  unreachable: 'The database could not be reached.',

  file: 'Settings as a file',
  fileHelp:
    'The settings of site and engines, to set up another site alike: without accounts and keys, and with the logo in the size that pages show.',
  download: 'Download settings',
  choose: 'Upload settings',
  notSettings: 'This file holds no settings of Savelet.',
  refused: 'This file holds a value that this version does not accept: {names}.',
  equal: 'This file changes nothing: these are the settings of this site.',
  changes: { one: 'This file changes one setting:', other: 'This file changes {count} settings:' },
  /** A changed setting: its present value and that of the file. */
  change: '{before} → {after}',
  conflict: 'The settings were changed meanwhile. Look through the changes again.',
  apply: 'Apply',
  cancel: 'Cancel',
  applied: 'The settings of the file were applied',
} as const satisfies Group;
