import type {
  TrialResult,
  UpdateFinding,
  YtDlpChannel,
  YtDlpUpdates,
} from '#shared/contract/yt-dlp-updates.ts';
import type { Engine } from '../engines/engine.ts';
import type { Logger } from '../observability/logger.ts';
import type { ProgramStore } from './program-store.ts';
import type { ReleaseServer } from './release-server.ts';
import { compareVersions } from './release-version.ts';
import { tryProgram } from './trial.ts';
import { type ChosenPosts, trialPostsOf } from './trial-posts.ts';
import { UpdateFailure } from './update-failure.ts';

/** Time limit of everything that the release server sends, in milliseconds. */
const DOWNLOAD_MS = 10 * 60_000;

/** An operation that is running, as the panel shows it. */
export type RunningUpdate = NonNullable<YtDlpUpdates['running']>;

interface Operation {
  /** Shows the progress. */
  readonly show: (changes: Partial<RunningUpdate>) => void;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
}

/** How an operation ended, with the results of the trial if there was one. */
export interface InstallResult {
  readonly finding: UpdateFinding;
  readonly trial?: readonly TrialResult[];
}

/** Carries out installations and rollbacks. Its calls reject as those of the release server and of the file system do. */
export interface Installer {
  install(
    order: Operation & { readonly channel: YtDlpChannel; readonly isScheduled: boolean },
  ): Promise<InstallResult>;
  rollBack(order: Operation): Promise<InstallResult>;
}

/** How a program is checked and tried. */
export interface ProgramTests {
  /** Runs a program with `--version`. Returns what it prints if that is a version; rejects if it does not run. */
  readonly reportedVersion: (program: string, signal: AbortSignal) => Promise<string | null>;
  /** Creates the engine that runs a program, with the network and the limits of the usual one. */
  readonly engineOf: (program: string) => Engine;
  /** Returns the path of the program in use, wherever it comes from; null if there is none. */
  readonly programInUse: () => string | null;
  /** Returns the owner's choice of platforms and posts. */
  readonly chosenPosts: () => ChosenPosts;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Replaces DOWNLOAD_MS in tests. */
  readonly downloadMs?: number;
}

interface InstallerParts extends ProgramTests {
  readonly releases: ReleaseServer;
  /** Name of the program's file in a release. */
  readonly fileName: string;
  readonly store: ProgramStore;
}

/** Throws UpdateFailure unless the program runs and reports the version that the release has. */
const checkVersion = async (
  program: string,
  expected: string,
  { reportedVersion }: Pick<ProgramTests, 'reportedVersion'>,
  signal: AbortSignal,
): Promise<void> => {
  let reported: string | null;
  try {
    reported = await reportedVersion(program, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new UpdateFailure('does_not_run', { cause });
  }
  if (reported !== expected) throw new UpdateFailure('wrong_version');
};

/** Creates the installer. */
export const createInstaller = (parts: InstallerParts): Installer => {
  const {
    releases,
    fileName,
    store,
    engineOf,
    programInUse,
    chosenPosts,
    log,
    downloadMs = DOWNLOAD_MS,
  } = parts;

  /** Returns whether a version is to be installed in place of the current one. */
  const isWanted = (version: string, channel: YtDlpChannel, isScheduled: boolean): boolean => {
    const { current, previous } = store.current();
    if (current === null) return true;
    // Going back to an older version is the owner's decision, by choosing the other channel.
    const isNewer = compareVersions(version, current.version) > 0;
    if (!isScheduled) return isNewer || current.channel !== channel;
    // The previous version is newer only after the owner has gone back from it.
    return isNewer && (previous === null || version !== previous.version);
  };

  const download = async (
    path: string,
    version: string,
    { channel, show, signal }: Operation & { channel: YtDlpChannel },
  ) => {
    const file = { channel, version, name: fileName };
    const timeout = AbortSignal.timeout(downloadMs);
    const limited = AbortSignal.any([signal, timeout]);
    show({ step: 'downloading' });
    try {
      const expected = await releases.checksum(file, limited);
      const sum = await releases.download(file, {
        path,
        signal: limited,
        onProgress: (received, total) => show({ received, total }),
      });
      if (sum !== expected) throw new UpdateFailure('checksum_mismatch');
    } catch (error) {
      throw timeout.aborted && !signal.aborted ? new UpdateFailure('too_slow', { cause: error }) : error;
    }
  };

  const runTrial = async (program: string, signal: AbortSignal) => {
    const inUse = programInUse();
    const candidate = engineOf(program);
    const before = inUse === null ? null : engineOf(inUse);
    try {
      const posts = trialPostsOf(chosenPosts(), candidate.supports);
      return await tryProgram({ candidate, before, posts, log, signal });
    } finally {
      await Promise.all([candidate.close?.(), before?.close?.()]);
    }
  };

  return {
    async install({ channel, isScheduled, show, signal }) {
      const version = await releases.newest(channel, signal);
      show({ version });
      if (!isWanted(version, channel, isScheduled)) return { finding: 'up_to_date' };
      const candidate = await store.makeCandidate();
      try {
        await download(candidate.path, version, { channel, show, signal });
        show({ step: 'checking' });
        await store.allowToRun(candidate.path);
        await checkVersion(candidate.path, version, parts, signal);
        show({ step: 'trying' });
        const { conclusion, results } = await runTrial(candidate.path, signal);
        if (conclusion !== 'passed') return { finding: conclusion, trial: results };
        signal.throwIfAborted();
        await store.adopt(candidate.path, { version, channel });
        return { finding: 'installed', trial: results };
      } finally {
        await candidate.remove();
      }
    },
    async rollBack({ show, signal }) {
      const { current, previous } = store.current();
      if (previous === null) return { finding: 'up_to_date' };
      show({ step: 'checking', version: previous.version });
      await checkVersion(store.pathOf(previous), previous.version, parts, signal);
      await store.save({ current: previous, previous: current });
      return { finding: 'rolled_back' };
    },
  };
};
