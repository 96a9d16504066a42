import { stat } from 'node:fs/promises';
import { YTDLP_OLD_DAYS, YTDLP_VERSION_RECHECK_MS, YTDLP_VERSION_TIMEOUT_MS } from '#shared/engine-limits.ts';
import type { Logger } from '../../observability/logger.ts';
import type { EngineFacts } from '../engine.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

export interface ProgramMonitorOptions {
  readonly program: string;
  readonly searchPath: string;
  readonly log: Logger;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds the program may take to say one thing of itself; for tests. */
  readonly lookMs?: number | undefined;
}

/** Keeps what the owner should know of the program. */
export interface ProgramMonitor {
  facts(): EngineFacts;
  /** Looks at the program unless it is the same file as last time; resolves when it is known what it is. Never rejects. */
  look(): Promise<void>;
  /** Takes in what a run has told: its version, and whether it misses impersonation. */
  observed(told: { readonly version?: string | null; readonly impersonates?: boolean }): void;
  /** A run ended because the program does not know its options. */
  refusedOptions(): void;
}

/** The exit code of the program's own parser of options. */
export const OPTIONS_REFUSED = 2;
/** Nothing else: versions that are too old for the rest are to say so themselves. */
const PLAIN = ['--ignore-config'] as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** 2026.08.19, and 2026.08.19.232345 for a nightly build. */
const VERSION = /^(\d{4})\.(\d{2})\.(\d{2})(?:\.\d{1,8})?$/;

/** Gives the version when it is written as the program writes it, else null: what is shown to the owner is a program's own word. */
const readVersion = (text: string | null | undefined): string | null => {
  const version = text?.trim() ?? '';
  return VERSION.test(version) ? version : null;
};

/** Tells from `--list-impersonate-targets` whether a target can be used; null where it gave no list. */
const readTargets = ({ code, output }: ProgramEnd): boolean | null => {
  const rows = output.split(/^-{5,}\s*$/m)[1];
  if (code !== 0 || rows === undefined) return null;
  return rows.split('\n').some((row) => row.trim() !== '' && !row.includes('(unavailable)'));
};

const ageInDays = (version: string, now: number): number => {
  const [, year, month, day] = VERSION.exec(version) ?? [];
  return (now - Date.UTC(Number(year), Number(month) - 1, Number(day))) / DAY_MS;
};

const SAID: Readonly<Record<Exclude<EngineFacts['warning'], 'does_not_run' | null>, string>> = {
  impersonation_missing:
    'yt-dlp has nothing to make its requests look like a browser’s (curl_cffi): platforms will refuse more of them',
  too_old: 'yt-dlp is old: platforms change monthly, and an old version soon reads none of their posts',
};

interface Look {
  readonly version: string | null;
  readonly impersonates: boolean | null;
  readonly lacksOptions: boolean;
  /** It is gone, may not be run, hangs, or ends with an error whatever it is asked. */
  readonly fails: boolean;
}

const UNKNOWN: Look = { version: null, impersonates: null, lacksOptions: false, fails: false };

/** The program runs, but not to its end: the Python it needs is missing or too old, its download was cut short. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Has the program say what it is. Rejects when it cannot be run or fails, and with the signal's reason. */
const lookAtProgram = async (options: ProgramMonitorOptions): Promise<Look> => {
  const { program, searchPath, signal, lookMs = YTDLP_VERSION_TIMEOUT_MS } = options;
  const ask = (option: string): Promise<ProgramEnd> =>
    runProgram({
      program,
      searchPath,
      args: [...PLAIN, option],
      signal: AbortSignal.any([signal, AbortSignal.timeout(lookMs)]),
    });
  const told = await ask('--version');
  if (told.code !== 0) throw new NoAnswerError('the program ended with an error');
  const targets = await ask('--list-impersonate-targets');
  return {
    ...UNKNOWN,
    version: readVersion(told.output),
    impersonates: readTargets(targets),
    lacksOptions: targets.code === OPTIONS_REFUSED,
  };
};

/** What changes when a program is exchanged for another one, or may be run no longer. */
const fileOf = async (program: string): Promise<string> => {
  const { mtimeMs, size, ino, mode } = await stat(program);
  return `${mtimeMs} ${size} ${ino} ${mode}`;
};

/** Makes the watch over one program. What it finds amiss is written to the log, once for each. */
export const createProgramMonitor = (options: ProgramMonitorOptions): ProgramMonitor => {
  const { program, log, signal, now } = options;
  let known = UNKNOWN;
  let seenFile = '';
  let notBefore = 0;
  let looking: Promise<void> | null = null;
  const said = new Set<string>();

  const facts = (): EngineFacts => {
    const { version, impersonates, lacksOptions, fails } = known;
    if (fails) return { version, warning: 'does_not_run' };
    const isOld = lacksOptions || (version !== null && ageInDays(version, now()) > YTDLP_OLD_DAYS);
    // Without impersonation a new version is refused as well, so that is told first; without its options nothing works.
    if (impersonates === false && !lacksOptions) return { version, warning: 'impersonation_missing' };
    return { version, warning: isOld ? 'too_old' : null };
  };

  const learn = (more: Partial<Look>): void => {
    known = { ...known, ...more };
    const { version, warning } = facts();
    if (warning === null || warning === 'does_not_run' || said.has(warning)) return;
    said.add(warning);
    log.warn({ engine: 'yt-dlp', version }, SAID[warning]);
  };

  const lookNow = async (): Promise<void> => {
    const file = await fileOf(program);
    if (file === seenFile) return;
    learn(await lookAtProgram(options));
    seenFile = file;
  };

  /** A busy machine is asked again, but not at every question of the panel's. */
  const failed = (error: unknown): void => {
    if (signal.aborted) return;
    notBefore = now() + YTDLP_VERSION_RECHECK_MS;
    known = { ...UNKNOWN, fails: true };
    seenFile = '';
    if (said.has('mute')) return;
    said.add('mute');
    log.warn({ err: error, engine: 'yt-dlp' }, 'yt-dlp does not say its version');
  };

  return {
    facts,
    look() {
      if (looking === null && now() < notBefore) return Promise.resolve();
      looking ??= lookNow()
        .catch(failed)
        .finally(() => {
          looking = null;
        });
      return looking;
    },
    observed({ version, impersonates }) {
      learn({
        fails: false,
        version: readVersion(version) ?? known.version,
        impersonates: impersonates ?? known.impersonates,
      });
    },
    refusedOptions() {
      learn({ fails: false, lacksOptions: true });
    },
  };
};
