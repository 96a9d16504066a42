import type { UpdateFinding, UpdateStep, YtDlpSchedule } from '../../contract/yt-dlp-updates.ts';
import type { Group } from '../text.ts';

type Success = 'installed' | 'rolled_back' | 'up_to_date';

/** Texts of the panel's card that installs and updates yt-dlp. */
export const ytDlpUpdates = {
  help: 'Savelet downloads it from its developers, checks it on your test posts and keeps the previous version. Nothing is downloaded before you press Install.',
  /** Stands beside the Install buttons and says what an installation relies on. */
  trust:
    "It is downloaded from its developers' release page over an encrypted connection and compared with the checksums published there. There is no signature to check. The program can read everything that this server's user can read, including the site's database and secret.",
  failed: 'The state of yt-dlp could not be loaded.',

  'unavailable.environment': 'YTDLP_PATH names the program, so you update it yourself.',
  'unavailable.machine':
    'There is no ready-made yt-dlp for this kind of machine. Install it yourself and set YTDLP_PATH.',
  inUse: 'Version in use: {version}.',
  none: 'Not installed here.',
  onPath: 'Version {version} was found on this server. A version that you install here replaces it.',
  channels:
    'Stable versions are well tested and appear about once a month. Nightly builds have the latest fixes.',
  'names.stable': 'stable',
  'names.nightly': 'nightly',
  installed: 'Version {version} ({channel})',
  age: { one: '{count} day old', other: '{count} days old' },
  newer: 'Version {version} is available.',

  'install.stable': 'Install stable',
  'install.nightly': 'Install nightly',
  update: 'Update now',
  updateTo: 'Update to {version}',
  'change.stable': 'Switch to stable',
  'change.nightly': 'Switch to nightly',
  rollBack: 'Roll back to {version}',
  remove: 'Remove',
  removeTitle: 'Remove yt-dlp?',
  removeText:
    'This deletes both versions and turns off the nightly update. If there is a yt-dlp on the PATH, it is used instead.',
  removed: 'yt-dlp removed',

  steps: 'Progress',
  'steps.looking': 'Looking for the newest version',
  'steps.downloading': 'Downloading',
  'steps.checking': 'Checking the file and its version',
  'steps.trying': 'Checking whether it reads posts',

  schedule: 'Nightly update',
  'schedules.off': 'Off',
  'schedules.stable': 'Stable versions',
  'schedules.nightly': 'Nightly builds',
  scheduleHint: 'Once a night between 02:00 and 05:00 UTC. A version that fails its check is not used.',
  scheduleNext: 'Next: {time}.',
  scheduleSaved: 'Nightly update saved',

  lastAt: '{time}: {sentence}',
  lastScheduledAt: '{time}, nightly update: {sentence}',
  lastVersion: 'Version {version} was not installed.',

  /** Followed by the reason. */
  installFailed: 'Installing yt-dlp failed.',
  'findings.installed': 'Version {version} was installed.',
  'findings.rolled_back': 'Version {version} is in use again.',
  'findings.up_to_date': 'There is no newer version.',
  'findings.no_network': 'The release server could not be reached, or the connection was lost or too slow.',
  'findings.no_network.do': "Check this server's network and firewall, then try again.",
  'findings.bad_release': 'The release server has no usable program for this machine.',
  'findings.bad_release.do':
    'Nothing was kept of what it sent. Try again later, or choose the other channel. If you have set YTDLP_RELEASES, check that address.',
  'findings.checksum_mismatch': 'The file is not the one in the release: its checksum is wrong.',
  'findings.checksum_mismatch.do':
    'It was deleted and never run. Try again. If it happens again, do not install yt-dlp over this network.',
  'findings.does_not_run': 'The program does not run on this server.',
  'findings.does_not_run.do':
    'DATA_DIR or the temporary folder may be on a disk from which programs cannot be run (noexec). Otherwise install yt-dlp yourself and set YTDLP_PATH.',
  'findings.check_failed': 'It could not read a post, or it is not the version that was announced.',
  'findings.check_failed.do': 'Try again later, or choose the other channel.',
  'findings.platforms_unreachable': 'It could not be tried, because no platform answered or none is on.',
  'findings.platforms_unreachable.do':
    'Turn on a platform and save, or check this server\'s network with "Check now". Then try again.',
  'findings.disk_full': 'The disk is full.',
  'findings.disk_full.do': 'Free about 100 MB in DATA_DIR, then try again.',
  'findings.not_writable': 'The server cannot write to DATA_DIR.',
  'findings.not_writable.do':
    'Give the user that runs this server permission to write there, then try again.',
  'findings.interrupted': 'The server was stopped during the installation.',
  'findings.interrupted.do': 'Nothing has changed. Try again.',
  'findings.fault': 'Savelet itself failed.',
  'findings.fault.do': 'The log has the details. Tell the developers.',
} as const satisfies Group &
  Readonly<Record<`findings.${UpdateFinding}`, string>> &
  Readonly<Record<`findings.${Exclude<UpdateFinding, Success>}.do`, string>> &
  Readonly<Record<`steps.${UpdateStep}` | `schedules.${YtDlpSchedule}`, string>>;
