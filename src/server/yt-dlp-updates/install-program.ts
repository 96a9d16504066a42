import type { CheckOfPlatform } from '#shared/contract/check.ts';
import type { UpdateFinding, YtDlpChannel, YtDlpUpdates } from '#shared/contract/yt-dlp-updates.ts';
import type { Finding } from '#shared/findings.ts';
import type { ProgramStore } from './program-store.ts';
import type { ReleaseServer } from './release-server.ts';
import { compareVersions } from './release-version.ts';
import { UpdateFailure } from './update-failure.ts';

/** Time limit of everything that the release server sends, in milliseconds. */
const DOWNLOAD_MS = 10 * 60_000;

/** Findings that say nothing about a program, because nothing came back. */
const UNREACHED: ReadonlySet<Finding> = new Set([
  'no_network',
  'proxy',
  'proxy_budget',
  'slow',
  'upstream_error',
]);
/** Findings of a program that crashed, rejected its options or printed something else. */
const BROKEN: ReadonlySet<Finding> = new Set(['program', 'service_answer', 'unsupported', 'fault']);

/** An operation that is running, as the panel shows it. */
export type RunningUpdate = NonNullable<YtDlpUpdates['running']>;

/** How an operation ended, with the check of the program if there was one. */
export interface UpdateResult {
  readonly finding: UpdateFinding;
  readonly check?: CheckOfPlatform[];
}

/** How a program is checked. */
export interface ProgramChecks {
  /** Runs a program with `--version`. Returns what it prints if that is a version; rejects if it does not run. */
  readonly reportedVersion: (program: string, signal: AbortSignal) => Promise<string | null>;
  /** Reads test posts of the platforms that are on. Rejects with the signal's reason. */
  readonly check: (program: string, signal: AbortSignal) => Promise<CheckOfPlatform[]>;
  /** Replaces DOWNLOAD_MS in tests. */
  readonly downloadMs?: number;
}

export interface InstallParts extends ProgramChecks {
  readonly releases: ReleaseServer;
  /** Name of the program's file in a release. */
  readonly fileName: string;
  readonly store: ProgramStore;
  /** Shows the progress. */
  readonly show: (changes: Partial<RunningUpdate>) => void;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
}

/** Throws UpdateFailure unless the program runs and reports the version that the release has. */
const checkVersion = async (
  program: string,
  expected: string,
  { reportedVersion, signal }: Pick<InstallParts, 'reportedVersion' | 'signal'>,
): Promise<void> => {
  const reported = await reportedVersion(program, signal).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new UpdateFailure('does_not_run', { cause });
  });
  if (reported !== expected) throw new UpdateFailure('wrong_version');
};

/** Returns whether a version is to be installed in place of the current one. */
const isWanted = (
  { current, previous }: ReturnType<ProgramStore['current']>,
  version: string,
  { channel, isScheduled }: { readonly channel: YtDlpChannel; readonly isScheduled: boolean },
): boolean => {
  if (current === null) return true;
  // Going back to an older version is the owner's decision, by choosing the other channel.
  const isNewer = compareVersions(version, current.version) > 0;
  if (!isScheduled) return isNewer || current.channel !== channel;
  // The previous version is newer only after the owner has gone back from it.
  return isNewer && version !== previous?.version;
};

const download = async (
  path: string,
  release: { readonly version: string; readonly channel: YtDlpChannel },
  { releases, fileName, show, signal, downloadMs = DOWNLOAD_MS }: InstallParts,
): Promise<void> => {
  const file = { ...release, name: fileName };
  const timeout = AbortSignal.timeout(downloadMs);
  const limited = AbortSignal.any([signal, timeout]);
  show({ step: 'downloading' });
  try {
    const expected = await releases.checksum(file, limited);
    const onProgress = (received: number, total: number | null): void => show({ received, total });
    const sum = await releases.download(file, { path, signal: limited, onProgress });
    if (sum !== expected) throw new UpdateFailure('checksum_mismatch');
  } catch (error) {
    throw timeout.aborted && !signal.aborted ? new UpdateFailure('too_slow', { cause: error }) : error;
  }
};

/**
 * Returns why a program is not used after its check; null if it is. What a platform answers, a refusal too, is not held against it, but one
 * platform at least has to answer. docs/adr/0015 gives the reasons.
 */
const failureOf = (check: readonly CheckOfPlatform[]): UpdateFinding | null => {
  const tried = check.filter(({ results }) => results.length > 0);
  if (tried.length === 0) return 'nothing_to_check';
  const isBroken = tried.some(({ results }) => results.every(({ finding }) => BROKEN.has(finding)));
  if (isBroken) return 'check_failed';
  const answers = tried.flatMap(({ results }) => results);
  return answers.every(({ finding, found }) => UNREACHED.has(finding) && found === undefined)
    ? 'platforms_unreachable'
    : null;
};

/**
 * Installs the newest version of a channel: downloads it, compares its checksum, runs it with `--version`, checks it on posts, and puts it in
 * the place of the current one, which becomes the previous one. Rejects as the release server and the file system do.
 */
export const installProgram = async (
  order: { readonly channel: YtDlpChannel; readonly isScheduled: boolean },
  parts: InstallParts,
): Promise<UpdateResult> => {
  const { releases, store, show, signal } = parts;
  const { channel } = order;
  const version = await releases.newest(channel, signal);
  show({ version });
  if (!isWanted(store.current(), version, order)) return { finding: 'up_to_date' };
  const candidate = await store.makeCandidate();
  try {
    await download(candidate.path, { version, channel }, parts);
    show({ step: 'checking' });
    await store.allowToRun(candidate.path);
    await checkVersion(candidate.path, version, parts);
    show({ step: 'trying' });
    const check = await parts.check(candidate.path, signal);
    const failure = failureOf(check);
    if (failure !== null) return { finding: failure, check };
    signal.throwIfAborted();
    await store.adopt(candidate.path, { version, channel });
    return { finding: 'installed', check };
  } finally {
    await candidate.remove();
  }
};

/** Puts the previous program in the place of the current one if it still runs. Rejects as the file system does. */
export const rollBackProgram = async (
  parts: Pick<InstallParts, 'reportedVersion' | 'store' | 'show' | 'signal'>,
): Promise<UpdateResult> => {
  const { store, show } = parts;
  const { current, previous } = store.current();
  if (previous === null) return { finding: 'up_to_date' };
  show({ step: 'checking', version: previous.version });
  await checkVersion(store.pathOf(previous), previous.version, parts);
  await store.save({ current: previous, previous: current });
  return { finding: 'rolled_back' };
};
