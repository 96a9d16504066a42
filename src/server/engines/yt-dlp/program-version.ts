import { type ProgramResult, runProgram } from './run-program.ts';

/** Time limit for reading the version; a single-file build needs seconds on a small machine. */
const YTDLP_VERSION_TIMEOUT_MS = 20_000;
/** Options of a check. They omit newer options, so that old versions can still report their version. */
const CHECK_OPTIONS = ['--ignore-config'] as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Matches 2026.08.19, and 2026.08.19.232345 for a nightly build. */
const VERSION = /^(\d{4})\.(\d{2})\.(\d{2})(?:\.\d{1,8})?$/;

/** Program that `runCheck` runs, with its PATH, abort signal and time limit. */
interface CheckedProgram {
  readonly program: string;
  /** PATH variable that the program runs with. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
  /** Time limit in milliseconds; YTDLP_VERSION_TIMEOUT_MS if absent. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Runs a program with `--ignore-config` and one other option. Rejects if the program cannot be started, at the time limit, and with the
 * signal's reason on abort.
 */
export const runCheck = (
  { program, searchPath, signal, timeoutMs = YTDLP_VERSION_TIMEOUT_MS }: CheckedProgram,
  option: string,
): Promise<ProgramResult> =>
  runProgram({
    program,
    searchPath,
    args: [...CHECK_OPTIONS, option],
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });

/** Returns the version if it has yt-dlp's format, otherwise null. The format matters because the panel displays the version unchanged. */
export const readVersion = (text: string | null | undefined): string | null => {
  const version = text?.trim() ?? '';
  return VERSION.test(version) ? version : null;
};

/**
 * Returns the age in days of a version that `readVersion` accepts, from the date that the version contains; NaN for any other text. `now`
 * is in milliseconds since 1970.
 */
export const ageInDays = (version: string, now: number): number => {
  const [, year, month, day] = VERSION.exec(version) ?? [];
  return (now - Date.UTC(Number(year), Number(month) - 1, Number(day))) / DAY_MS;
};

/** Error of a program that starts but fails, for example because Python is missing or too old, or the program's file is incomplete. */
class ProgramFailedError extends Error {
  override readonly name = 'ProgramFailedError';
}

/**
 * Runs a program to read its version; returns null if it prints something else. Rejects as `runCheck` does, and with ProgramFailedError if
 * the program exits with an error.
 */
export const reportedVersion = async (checked: CheckedProgram): Promise<string | null> => {
  const { code, stdout } = await runCheck(checked, '--version');
  if (code !== 0) throw new ProgramFailedError('the program exited with an error');
  return readVersion(stdout);
};
