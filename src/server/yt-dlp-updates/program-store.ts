import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type InstalledProgram,
  type StoredYtDlpState,
  storedProgramsSchema,
} from '#shared/contract/yt-dlp-updates.ts';
import type { Logger } from '../base/observability/logger.ts';

/** State of a server that has installed no program. */
const NO_PROGRAMS: StoredYtDlpState = { current: null, previous: null, schedule: 'off', last: null };

/** Name of the folder in DATA_DIR that contains the programs. */
const FOLDER = 'yt-dlp';
const PROGRAM_FILE = 'yt-dlp';
/** Result of an installation during which the process was killed, without its time and checks. */
const INTERRUPTED = { isScheduled: false, version: null, finding: 'interrupted' } as const;
/** Mode of programs and their folders. */
export const OWNER_ONLY = 0o700;

/** Installed programs of this server and its state file, in one folder of DATA_DIR. One call at a time may change them. */
export type ProgramStore = Awaited<ReturnType<typeof openProgramStore>>;

const folderNameOf = ({ version, channel }: InstalledProgram): string => `${version}-${channel}`;

const readState = async (file: string, log: Pick<Logger, 'warn'>): Promise<StoredYtDlpState | null> => {
  try {
    return storedProgramsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (err) {
    if (err instanceof Error && 'code' in err && err.code === 'ENOENT') return NO_PROGRAMS;
    log.warn({ err }, 'the state of the installed yt-dlp cannot be read: it is not used');
    return null;
  }
};

/**
 * Loads the list of installed programs, without those whose file is missing; if that is the current one, the previous one becomes the
 * current one. If a killed process has left the folder from `makeCandidate`, the last result is an interrupted installation. Removes the
 * files of programs that the state does not name, unless the state is not readable. `save` and `makeCandidate` create the folder. Never
 * rejects.
 */
export const openProgramStore = async (dataDir: string, log: Pick<Logger, 'warn'>) => {
  const folder = path.resolve(dataDir, FOLDER);
  const stateFile = path.join(folder, 'state.json');
  const versions = path.join(folder, 'versions');
  const pathOf = (installed: InstalledProgram): string =>
    path.join(versions, folderNameOf(installed), PROGRAM_FILE);
  const candidate = path.join(versions, 'candidate', PROGRAM_FILE);

  const read = await readState(stateFile, log);
  let state = read ?? NO_PROGRAMS;
  const present = [state.current, state.previous].filter((one) => one !== null && existsSync(pathOf(one)));
  state = { ...state, current: present[0] ?? null, previous: present[1] ?? null };
  if (read !== null && existsSync(path.dirname(candidate)))
    state = { ...state, last: { ...INTERRUPTED, at: new Date().toISOString(), check: [] } };

  /** Removes all programs but the two of the state. */
  const prune = async (): Promise<void> => {
    const used = [state.current, state.previous].map((one) => one && folderNameOf(one));
    const found = await readdir(versions).catch(() => []);
    for (const name of found.filter((one) => !used.includes(one)))
      await rm(path.join(versions, name), { recursive: true, force: true, maxRetries: 3 }).catch(
        (err: unknown) => log.warn({ err }, 'a yt-dlp that is no longer used could not be removed'),
      );
  };

  const save = async (changes: Partial<StoredYtDlpState>): Promise<void> => {
    const next = { ...state, ...changes };
    const written = `${stateFile}.tmp`;
    try {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
      await writeFile(written, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600, flush: true });
      await rename(written, stateFile);
      state = next;
    } finally {
      // On a full disk the state stays the old one, and a new program must not fill it further.
      await prune();
    }
  };

  // An unreadable state does not say which programs are in use, so nothing is written over it until the owner does something.
  if (read !== null) await prune();

  return {
    current: () => state,
    pathOf,
    /**
     * Stores changes, and removes all programs that are not in the state. The file always holds either the old state or the new one.
     * Rejects with the error of the file system.
     */
    save,
    /** Creates the folder of the next program and returns the path for the file of the program. `save` removes the folder. */
    async makeCandidate(): Promise<string> {
      await rm(candidate, { force: true });
      await mkdir(path.dirname(candidate), { recursive: true, mode: OWNER_ONLY });
      return candidate;
    },
    /**
     * Moves the file from `makeCandidate` to the folder of its version and makes it the current program; the current program becomes the
     * previous one. If the process is killed before the end, the old state remains. Rejects with the error of the file system.
     */
    async adopt(installed: InstalledProgram): Promise<void> {
      const target = pathOf(installed);
      await mkdir(path.dirname(target), { recursive: true, mode: OWNER_ONLY });
      await rename(candidate, target);
      await save({ current: installed, previous: state.current });
    },
  };
};
