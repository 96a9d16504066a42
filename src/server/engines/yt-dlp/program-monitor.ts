import { stat } from 'node:fs/promises';
import type { Logger } from '../../base/observability/logger.ts';
import type { EngineFacts } from '../engine.ts';
import { ageInDays, readVersion, reportedVersion, runCheck } from './program-version.ts';
import type { ProgramResult } from './run-program.ts';

const YTDLP_VERSION_RECHECK_MS = 60_000;
/** Age from which yt-dlp counts as outdated, as in its own warning; the platforms change monthly. */
const YTDLP_OLD_DAYS = 90;

interface ProgramMonitorOptions {
  /** Returns the path of the program in use; null if there is none. */
  readonly program: () => string | null;
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
export type ProgramMonitor = ReturnType<typeof createProgramMonitor>;

/** Exit code of yt-dlp when it rejects an option. */
export const OPTIONS_REFUSED = 2;
/** Returns whether the output of `--list-impersonate-targets` lists an available target; null if there is no list. */
const readTargets = ({ code, stdout }: ProgramResult): boolean | null => {
  const rows = stdout.split(/^-{5,}\s*$/m)[1];
  if (code !== 0 || rows === undefined) return null;
  return rows.split('\n').some((row) => row.trim() !== '' && !row.includes('(unavailable)'));
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
  /** Whether the last check failed: the program is missing, does not start or answer in time, or `--version` exits with an error. */
  readonly doesNotRun: boolean;
}

const UNKNOWN: Inspection = { version: null, impersonates: null, lacksOptions: false, doesNotRun: false };

/**
 * Runs the program to determine its version and capabilities. Rejects if the program cannot be started, fails or exceeds the time limit,
 * and with the signal's reason on abort.
 */
const inspectProgram = async (
  program: string,
  { searchPath, signal, checkTimeoutMs }: ProgramMonitorOptions,
): Promise<Inspection> => {
  const checked = { program, searchPath, signal, timeoutMs: checkTimeoutMs };
  const version = await reportedVersion(checked);
  const targets = await runCheck(checked, '--list-impersonate-targets');
  return {
    ...UNKNOWN,
    version,
    impersonates: readTargets(targets),
    lacksOptions: targets.code === OPTIONS_REFUSED,
  };
};

/** Returns a fingerprint of the program file, which changes when the file is replaced or its permissions change. Rejects if it is missing. */
const fileOf = async (program: string): Promise<string> => {
  const { mtimeMs, size, ino, mode } = await stat(program);
  return `${mtimeMs} ${size} ${ino} ${mode}`;
};

/** Creates the monitor of the program in use. It logs each kind of problem once per program. */
export const createProgramMonitor = (options: ProgramMonitorOptions) => {
  const { log, signal, now } = options;
  let known = UNKNOWN;
  /** Program that `known` describes. */
  let program = options.program();
  let checkedFile = '';
  let notBefore = 0;
  let currentCheck: Promise<void> | null = null;
  const logged = new Set<string>();

  const facts = (): EngineFacts => {
    const { version, impersonates, lacksOptions, doesNotRun } = known;
    if (doesNotRun) return { version, warning: 'does_not_run' };
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

  /**
   * Records a failed check. The next check waits for YTDLP_VERSION_RECHECK_MS, so that a busy machine may recover without a check at every
   * request of the panel.
   */
  const recordFailure = (error: unknown): void => {
    if (signal.aborted) return;
    notBefore = now() + YTDLP_VERSION_RECHECK_MS;
    known = { ...UNKNOWN, doesNotRun: true };
    checkedFile = '';
    if (logged.has('does_not_run')) return;
    logged.add('does_not_run');
    log.warn({ err: error, engine: 'yt-dlp' }, 'yt-dlp does not report its version');
  };

  /** Forgets what is known about the program if another program is in use now. */
  const followProgram = (): void => {
    const current = options.program();
    if (current === program) return;
    program = current;
    known = UNKNOWN;
    checkedFile = '';
    notBefore = 0;
    logged.clear();
  };

  const checkNow = async (): Promise<void> => {
    const checked = program;
    if (checked === null) return;
    try {
      const file = await fileOf(checked);
      if (file === checkedFile) return;
      const inspection = await inspectProgram(checked, options);
      if (checked !== program) return;
      update(inspection);
      checkedFile = file;
    } catch (error) {
      if (checked === program) recordFailure(error);
    }
  };

  return {
    /** Returns the result of the last check, updated by later runs. */
    facts,
    /**
     * Checks the program, unless there is none, its file is unchanged or the last check failed within YTDLP_VERSION_RECHECK_MS. Resolves when
     * the check is complete; never rejects.
     */
    check(): Promise<void> {
      followProgram();
      if (currentCheck === null && now() < notBefore) return Promise.resolve();
      currentCheck ??= checkNow().finally(() => {
        currentCheck = null;
      });
      return currentCheck;
    },
    /**
     * Records what a run of `ranProgram` revealed: the version, and whether the program can imitate a browser. Does nothing if another
     * program is in use now.
     */
    recordRun(ranProgram: string, { version, impersonates }: Partial<Inspection>): void {
      if (ranProgram !== program) return;
      update({
        doesNotRun: false,
        version: readVersion(version) ?? known.version,
        impersonates: impersonates ?? known.impersonates,
      });
    },
    /**
     * Records that a run of `ranProgram` failed because the program does not support the options. Does nothing if another program is in use
     * now.
     */
    recordOptionsRefused(ranProgram: string): void {
      if (ranProgram !== program) return;
      update({ doesNotRun: false, lacksOptions: true });
    },
  };
};
