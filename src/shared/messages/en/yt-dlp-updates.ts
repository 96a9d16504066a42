import type { UpdateFinding, UpdateStep, YtDlpSchedule } from '../../contract/yt-dlp-updates.ts';
import type { Group } from '../text.ts';

type Success = 'installed' | 'rolled_back' | 'up_to_date';

/** Texts of the panel's card that installs and updates yt-dlp. */
export const ytDlpUpdates = {
  heading: 'Install and update yt-dlp',
  help: 'yt-dlp is a program that reads posts. This server can fetch it from the releases of its developers, check it, try it on your self-test posts and keep the previous version. Nothing is fetched unless you choose it.',
  failed: 'The state of yt-dlp could not be loaded.',

  'unavailable.environment': 'YTDLP_PATH names the program, so it is not updated here.',
  'unavailable.machine':
    'There is no ready-made yt-dlp for this machine. Install it yourself and set YTDLP_PATH.',
  inUse: 'Version in use: {version}.',
  none: 'Not installed.',
  onPath: 'Version {version} was found on this server. A version installed here is used instead of it.',
  channels:
    'Stable versions are tested and appear about once a month. Nightly builds have the latest fixes and are tested less.',
  'names.stable': 'stable',
  'names.nightly': 'nightly',
  installed: 'Version {version} ({channel})',
  age: { one: '{count} day old', other: '{count} days old' },
  newer: 'Version {version} is available.',

  'install.stable': 'Install stable',
  'install.nightly': 'Install nightly',
  update: 'Update now',
  updateTo: 'Update to {version}',
  'change.stable': 'Change to stable',
  'change.nightly': 'Change to nightly',
  rollBack: 'Roll back to {version}',
  remove: 'Remove',
  removeTitle: 'Remove yt-dlp?',
  removeText:
    'Both versions are deleted and the nightly update ends. The engine then uses a yt-dlp on the PATH, if there is one.',
  cancel: 'Cancel',
  removed: 'yt-dlp removed',

  steps: 'Progress',
  'steps.looking': 'Looking for the newest version',
  'steps.downloading': 'Downloading',
  'steps.checking': 'Checking the file and its version',
  'steps.trying': 'Trying it on posts',
  received: '{received} of {total}',

  schedule: 'Nightly update',
  'schedules.off': 'Off',
  'schedules.stable': 'Stable versions',
  'schedules.nightly': 'Nightly builds',
  scheduleHint: 'Runs once a night between 02:00 and 05:00 UTC. A version that fails is not used.',
  scheduleNext: 'Next: {time}.',
  scheduleSaved: 'Nightly update saved',

  lastAt: '{time}: {sentence}',
  lastScheduledAt: '{time}, nightly update: {sentence}',
  lastVersion: 'Version {version} was not put into use.',
  trial: 'Reads of the trial',
  trialRead: '{platform}: {finding}',
  trialBefore: '{platform}: {finding} The version in use read the post.',

  'findings.installed': 'Version {version} was installed.',
  'findings.rolled_back': 'Version {version} is in use again.',
  'findings.up_to_date': 'There was nothing newer.',
  'findings.no_network': 'The release server could not be reached, or the connection broke off.',
  'findings.no_network.do': "Check this server's network and its firewall, then try again.",
  'findings.bad_release': 'The release server sent something else than a release.',
  'findings.bad_release.do': 'Try again later. If you have set YTDLP_RELEASES, check that address.',
  'findings.not_in_release': 'The release has no file for this machine.',
  'findings.not_in_release.do': 'Wait for the next release, or choose the other channel.',
  'findings.redirect_refused': 'The release server sent this server on to an unknown address.',
  'findings.redirect_refused.do':
    'Nothing was fetched from there. If you have set YTDLP_RELEASES, check that address.',
  'findings.too_large': 'The file is larger than any yt-dlp.',
  'findings.too_large.do': 'It was deleted. If you have set YTDLP_RELEASES, check that address.',
  'findings.too_slow': 'The download took more than ten minutes.',
  'findings.too_slow.do': "Try again when this server's network is less busy.",
  'findings.checksum_mismatch': 'The file is not the one that the release names: its checksum is wrong.',
  'findings.checksum_mismatch.do':
    'It was deleted and never run. Try again; if it happens again, do not install yt-dlp over this network.',
  'findings.does_not_run': 'The program does not run on this server.',
  'findings.does_not_run.do':
    'DATA_DIR or the temporary folder may be on a disk from which programs cannot be run (noexec). Otherwise install yt-dlp yourself and set YTDLP_PATH.',
  'findings.wrong_version': 'The program reports another version than its release.',
  'findings.wrong_version.do': 'Try again later, or choose the other channel.',
  'findings.trial_failed':
    'The program failed in the trial: it did not run properly, or read no post where the version in use read one.',
  'findings.trial_failed.do': 'Try again later, or choose the other channel.',
  'findings.platforms_unreachable': 'The program could not be tried, because no platform could be reached.',
  'findings.platforms_unreachable.do': "Check this server's network with “Check now” above, then try again.",
  'findings.nothing_to_try': 'The program could not be tried, because no platform is on.',
  'findings.nothing_to_try.do': 'Turn on a platform above, save, and try again.',
  'findings.disk_full': 'The disk is full.',
  'findings.disk_full.do': 'Free about 100 MB in DATA_DIR, then try again.',
  'findings.not_writable': 'DATA_DIR cannot be written.',
  'findings.not_writable.do': 'Allow the user that runs this server to write there, then try again.',
  'findings.interrupted': 'The server was stopped meanwhile.',
  'findings.interrupted.do': 'Nothing has changed. Try again.',
  'findings.fault': 'Savelet itself failed.',
  'findings.fault.do': 'The log has a line with the details; tell the developers.',
} as const satisfies Group &
  Readonly<Record<`findings.${UpdateFinding}`, string>> &
  Readonly<Record<`findings.${Exclude<UpdateFinding, Success>}.do`, string>> &
  Readonly<Record<`steps.${UpdateStep}` | `schedules.${YtDlpSchedule}`, string>>;
