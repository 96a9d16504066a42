import { stat } from 'node:fs/promises';
import type { Logger } from '../../observability/logger.ts';
import type { EngineFacts } from '../engine.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

/** Time limit for reading the version; a single-file build needs seconds on a small machine. */
const YTDLP_VERSION_TIMEOUT_MS = 20_000;
const YTDLP_VERSION_RECHECK_MS = 60_000;
/** Age from which yt-dlp counts as outdated, as in its own warning; the platforms change monthly. */
const YTDLP_OLD_DAYS = 90;

/** Options of the program monitor. */
export interface ProgramMonitorOptions {
  /** Path of the program. */
  readonly program: string;
  /** PATH variable that the program runs with. */
  readonly searchPath: string;
  readonly log: Logger;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Time limit of each program call of a check, in milliseconds; for tests. */
  readonly checkTimeoutMs?: number | undefined;
}

/** Monitor of the yt-dlp program: its version and its problems, for display to the owner. */
export interface ProgramMonitor {
  /** Returns the result of the last check, updated by later runs. */
  facts(): EngineFacts;
  /** Checks the program, unless its file is unchanged or the last check has just failed. Resolves when the check is complete; never rejects. */
  check(): Promise<void>;
  /** Records what a run revealed: the version, and whether the program can imitate a browser. */
  recordRun(observed: { readonly version?: string | null; readonly impersonates?: boolean }): void;
  /** Records that a run failed because the program does not support the options. */
  recordOptionsRefused(): void;
}

/** Exit code of yt-dlp when it rejects an option. */
export const OPTIONS_REFUSED = 2;
/** Options of a check. They omit newer options, so that old versions can still report their version. */
const CHECK_OPTIONS = ['--ignore-config'] as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Matches 2026.08.19, and 2026.08.19.232345 for a nightly build. */
const VERSION = /^(\d{4})\.(\d{2})\.(\d{2})(?:\.\d{1,8})?$/;

/** Returns the version if it has yt-dlp's format, otherwise null, because the panel displays it unchanged. */
const readVersion = (text: string | null | undefined): string | null => {
  const version = text?.trim() ?? '';
  return VERSION.test(version) ? version : null;
};

/** Returns whether the output of `--list-impersonate-targets` lists an available target; null if there is no list. */
const readTargets = ({ code, stdout }: ProgramResult): boolean | null => {
  const rows = stdout.split(/^-{5,}\s*$/m)[1];
  if (code !== 0 || rows === undefined) return null;
  return rows.split('\n').some((row) => row.trim() !== '' && !row.includes('(unavailable)'));
};

/** Returns the age of a version in days; `now` is in milliseconds since 1970. */
const ageInDays = (version: string, now: number): number => {
  const [, year, month, day] = VERSION.exec(version) ?? [];
  return (now - Date.UTC(Number(year), Number(month) - 1, Number(day))) / DAY_MS;
};

const WARNING_MESSAGES: Readonly<Record<Exclude<EngineFacts['warning'], 'does_not_run' | null>, string>> = {
  impersonation_missing:
    'yt-dlp cannot imitate a browser because curl_cffi is missing: platforms will refuse more requests',
  too_old: 'yt-dlp is outdated: platforms change monthly, and an old version soon cannot read any posts',
};

/** Result of a check; null means unknown. */
interface Inspection {
  readonly version: string | null;
  readonly impersonates: boolean | null;
  readonly lacksOptions: boolean;
  /** Whether the program is missing, not executable, hangs, or fails for every option. */
  readonly fails: boolean;
}

const UNKNOWN: Inspection = { version: null, impersonates: null, lacksOptions: false, fails: false };

/** Error of a program that starts but fails, for example because Python is missing or too old, or its file is incomplete. */
class ProgramFailedError extends Error {
  override readonly name = 'ProgramFailedError';
}

/** Runs the program to determine its version and capabilities. Rejects if it cannot be run or fails, and with the signal's reason on abort. */
const inspectProgram = async (options: ProgramMonitorOptions): Promise<Inspection> => {
  const { program, searchPath, signal, checkTimeoutMs = YTDLP_VERSION_TIMEOUT_MS } = options;
  const run = (option: string): Promise<ProgramResult> =>
    runProgram({
      program,
      searchPath,
      args: [...CHECK_OPTIONS, option],
      signal: AbortSignal.any([signal, AbortSignal.timeout(checkTimeoutMs)]),
    });
  const version = await run('--version');
  if (version.code !== 0) throw new ProgramFailedError('the program exited with an error');
  const targets = await run('--list-impersonate-targets');
  return {
    ...UNKNOWN,
    version: readVersion(version.stdout),
    impersonates: readTargets(targets),
    lacksOptions: targets.code === OPTIONS_REFUSED,
  };
};

/** Returns a fingerprint of the program file, which changes when the file is replaced or its permissions change. Rejects if it is missing. */
const fileOf = async (program: string): Promise<string> => {
  const { mtimeMs, size, ino, mode } = await stat(program);
  return `${mtimeMs} ${size} ${ino} ${mode}`;
};

/** Creates the monitor of a program. It logs each kind of problem once. */
export const createProgramMonitor = (options: ProgramMonitorOptions): ProgramMonitor => {
  const { program, log, signal, now } = options;
  let known = UNKNOWN;
  let checkedFile = '';
  let notBefore = 0;
  let currentCheck: Promise<void> | null = null;
  const logged = new Set<string>();

  const facts = (): EngineFacts => {
    const { version, impersonates, lacksOptions, fails } = known;
    if (fails) return { version, warning: 'does_not_run' };
    const isOld = lacksOptions || (version !== null && ageInDays(version, now()) > YTDLP_OLD_DAYS);
    // Missing impersonation takes precedence over age, because platforms refuse a new version without it too. Missing options take
    // precedence over both, because nothing works without them.
    if (impersonates === false && !lacksOptions) return { version, warning: 'impersonation_missing' };
    return { version, warning: isOld ? 'too_old' : null };
  };

  const update = (changes: Partial<Inspection>): void => {
    known = { ...known, ...changes };
    const { version, warning } = facts();
    if (warning === null || warning === 'does_not_run' || logged.has(warning)) return;
    logged.add(warning);
    log.warn({ engine: 'yt-dlp', version }, WARNING_MESSAGES[warning]);
  };

  const checkNow = async (): Promise<void> => {
    const file = await fileOf(program);
    if (file === checkedFile) return;
    update(await inspectProgram(options));
    checkedFile = file;
  };

  /** Records a failed check. The next one waits for YTDLP_VERSION_RECHECK_MS: a busy machine may recover, but not every panel request retries. */
  const recordFailure = (error: unknown): void => {
    if (signal.aborted) return;
    notBefore = now() + YTDLP_VERSION_RECHECK_MS;
    known = { ...UNKNOWN, fails: true };
    checkedFile = '';
    if (logged.has('does_not_run')) return;
    logged.add('does_not_run');
    log.warn({ err: error, engine: 'yt-dlp' }, 'yt-dlp does not report its version');
  };

  return {
    facts,
    check() {
      if (currentCheck === null && now() < notBefore) return Promise.resolve();
      currentCheck ??= checkNow()
        .catch(recordFailure)
        .finally(() => {
          currentCheck = null;
        });
      return currentCheck;
    },
    recordRun({ version, impersonates }) {
      update({
        fails: false,
        version: readVersion(version) ?? known.version,
        impersonates: impersonates ?? known.impersonates,
      });
    },
    recordOptionsRefused() {
      update({ fails: false, lacksOptions: true });
    },
  };
};
