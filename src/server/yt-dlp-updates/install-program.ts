import { chmod } from 'node:fs/promises';
import type { CheckFinding, CheckOfPlatform } from '#shared/contract/check.ts';
import type { UpdateFinding, YtDlpChannel, YtDlpUpdates } from '#shared/contract/yt-dlp-updates.ts';
import { OutboundError } from '../outbound/outbound-client.ts';
import { OWNER_ONLY, type ProgramStore } from './program-store.ts';
import type { ReleaseServer } from './release-server.ts';

/** Findings that say nothing about a program, because no platform answered. */
const UNREACHED = new Set<CheckFinding>(['no_network', 'proxy', 'proxy_budget', 'slow', 'upstream_error']);
/** Findings of a program that crashed, rejected its options or printed unexpected output. */
const BROKEN = new Set<CheckFinding>(['program', 'service_answer', 'unsupported', 'fault']);

/** Faults of a release server whose answer cannot be used, and error codes of the file system. */
const BAD_RELEASE = /^(?:refused-.+|bad-answer|too-large)$/;
const DISK_FULL = new Set<unknown>(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE = new Set<unknown>(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO']);

/** Returns the finding for an error during an installation. `fault` means an unexpected error, which belongs in the log. */
export const findingOfError = (error: unknown): UpdateFinding => {
  if (error instanceof OutboundError) return BAD_RELEASE.test(error.fault) ? 'bad_release' : 'no_network';
  const code = error instanceof Error && 'code' in error && error.code;
  if (DISK_FULL.has(code)) return 'disk_full';
  if (NOT_WRITABLE.has(code)) return 'not_writable';
  // What else has a code is an error of a connection or a timeout.
  return code === false ? 'fault' : 'no_network';
};

/** Installation or rollback that is running, as the panel shows it. */
export type RunningUpdate = NonNullable<YtDlpUpdates['running']>;

/** Finding with which an installation or a rollback ended, with the check of the program or the error if there was one. */
export interface UpdateResult {
  readonly finding: UpdateFinding;
  readonly checkedPlatforms?: CheckOfPlatform[];
  readonly err?: unknown;
}

/** Checks of a yt-dlp program before it comes into use. */
export interface ProgramChecks {
  /** Runs a program with `--version`. Returns the version that it prints, null if it prints something else; rejects if it does not run. */
  readonly reportedVersion: (program: string, signal: AbortSignal) => Promise<string | null>;
  /** Reads test posts of the platforms that are on, with a program that is not in use yet. Rejects with the signal's reason. */
  readonly check: (program: string, signal: AbortSignal) => Promise<CheckOfPlatform[]>;
}

interface OperationParts extends ProgramChecks {
  readonly store: ProgramStore;
  /** Changes the progress that the panel shows. */
  readonly showProgress: (changes: Partial<RunningUpdate>) => void;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
}

interface InstallParts extends OperationParts {
  readonly releases: ReleaseServer;
  readonly channel: YtDlpChannel;
  readonly isScheduled: boolean;
}

/** Returns whether `version` is newer than `other`, by their numbers. */
export const isNewer = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) > 0;

/** Returns whether a version is to be installed in place of the current one. */
const isWanted = (version: string, { store, channel, isScheduled }: InstallParts): boolean => {
  const { current, previous } = store.current();
  if (current === null || isNewer(version, current.version))
    // The previous version is newer only after the owner has gone back from it.
    return !isScheduled || version !== previous?.version;
  // Going back to an older version is the owner's decision, by choosing the other channel.
  return !isScheduled && channel !== current.channel;
};

/** Runs a program with `--version`. Returns null if it reports `version`, else the result that states why the program is not used. */
const failureOfVersion = async (
  program: string,
  version: string,
  { reportedVersion, signal }: OperationParts,
): Promise<UpdateResult | null> => {
  try {
    return (await reportedVersion(program, signal)) === version ? null : { finding: 'check_failed' };
  } catch (err) {
    return { finding: 'does_not_run', err };
  }
};

/**
 * Returns the finding for the check of a program: 'check_failed' if all results of one platform show a broken program,
 * 'platforms_unreachable' if no platform answered, else 'installed', because a refusal by a platform is no fault of the program.
 * docs/adr/0015 gives the reasons.
 */
const findingOfCheck = (check: readonly CheckOfPlatform[]): UpdateFinding => {
  const tried = check.map(({ results }) => results).filter(({ length }) => length > 0);
  if (tried.some((results) => results.every(({ finding }) => BROKEN.has(finding)))) return 'check_failed';
  const isAnswered = tried
    .flat()
    .some(({ finding, found }) => !UNREACHED.has(finding) || found !== undefined);
  return isAnswered ? 'installed' : 'platforms_unreachable';
};

/**
 * Downloads the newest version of a channel, runs the program with `--version` and reads test posts with it. A program that works replaces the
 * current program, which becomes the previous one; otherwise the finding says why not, and the next `save` of the store removes the files.
 * Rejects as the release server and the file system do.
 */
export const installProgram = async (parts: InstallParts): Promise<UpdateResult> => {
  const { releases, channel, store, showProgress, signal } = parts;
  const version = await releases.readNewestVersion(channel, signal);
  showProgress({ version });
  if (!isWanted(version, parts)) return { finding: 'up_to_date' };
  const candidate = await store.makeCandidate();
  showProgress({ step: 'downloading' });
  if (!(await releases.download({ version, channel }, candidate, signal)))
    return { finding: 'checksum_mismatch' };
  showProgress({ step: 'checking' });
  await chmod(candidate, OWNER_ONLY);
  const failure = await failureOfVersion(candidate, version, parts);
  if (failure !== null) return failure;
  showProgress({ step: 'trying' });
  const check = await parts.check(candidate, signal);
  signal.throwIfAborted();
  const finding = findingOfCheck(check);
  if (finding === 'installed') await store.adopt({ version, channel });
  return { finding, checkedPlatforms: check };
};

/**
 * Exchanges the previous program and the current one if the previous one still runs, else states why not in the finding; 'up_to_date' if
 * there is no previous one. Rejects as the file system does.
 */
export const rollBackProgram = async (parts: OperationParts): Promise<UpdateResult> => {
  const { store, showProgress } = parts;
  const { current, previous } = store.current();
  if (previous === null) return { finding: 'up_to_date' };
  showProgress({ step: 'checking', version: previous.version });
  const failure = await failureOfVersion(store.pathOf(previous), previous.version, parts);
  if (failure !== null) return failure;
  await store.save({ current: previous, previous: current });
  return { finding: 'rolled_back' };
};
