import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Mutex } from 'async-mutex';
import {
  type InstalledProgram,
  type StoredPrograms,
  storedProgramsSchema,
} from '#shared/contract/yt-dlp-updates.ts';
import type { Logger } from '../observability/logger.ts';

/** Programs of a server that has installed none. */
const NO_PROGRAMS: StoredPrograms = {
  current: null,
  previous: null,
  schedule: 'off',
  scheduledOn: null,
  last: null,
};

const STATE_FILE = 'state.json';
const VERSIONS_FOLDER = 'versions';
const PROGRAM_FILE = 'yt-dlp';
const CANDIDATE_PREFIX = 'candidate-';
const OWNER_ONLY = 0o700;

/** Installed programs of this server and its state file, in one folder of DATA_DIR. */
export interface ProgramStore {
  /** Returns the stored state. */
  current(): StoredPrograms;
  /** Returns the path of an installed program. */
  pathOf(installed: InstalledProgram): string;
  /** Stores changes; the file always holds either the old state or the new one. Rejects with the error of the file system. */
  save(changes: Partial<StoredPrograms>): Promise<void>;
  /** Creates the folder of a program that is not installed yet. Returns the program's path and a function that removes the folder. */
  makeCandidate(): Promise<{ readonly path: string; remove(): Promise<void> }>;
  /** Makes a candidate executable for this user only. */
  allowToRun(candidate: string): Promise<void>;
  /**
   * Moves a candidate to its place, makes it the program in use and the one in use the previous one, and removes all others. A
   * process that is killed in between leaves the old state.
   */
  adopt(candidate: string, installed: InstalledProgram): Promise<void>;
  /** Removes all programs but the two of the state. */
  prune(): Promise<void>;
}

const isFile = (file: string): Promise<boolean> =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  );

/** Makes the names in a folder survive a power failure. Systems that cannot open folders do without. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};

const folderNameOf = ({ version, channel }: InstalledProgram): string => `${version}-${channel}`;

const readState = async (file: string, log: Pick<Logger, 'warn'>): Promise<StoredPrograms | null> => {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (err) {
    if (err instanceof Error && 'code' in err && (err.code === 'ENOENT' || err.code === 'ENOTDIR'))
      return NO_PROGRAMS;
    log.warn({ err }, 'the state of the installed yt-dlp cannot be read: it is not used');
    return null;
  }
  try {
    return storedProgramsSchema.parse(JSON.parse(content));
  } catch {
    log.warn('the state of the installed yt-dlp is not valid: it is not used');
    return null;
  }
};

/**
 * Opens the programs in a folder, which is created when something is stored. Programs whose file is missing are dropped; the previous one
 * then takes the place of the current one. Removes what a killed process has left, and returns whether there was an unfinished
 * installation. Never rejects.
 */
export const openProgramStore = async (
  folder: string,
  log: Pick<Logger, 'warn'>,
): Promise<{ readonly store: ProgramStore; readonly wasInterrupted: boolean }> => {
  const stateFile = path.join(folder, STATE_FILE);
  const versions = path.join(folder, VERSIONS_FOLDER);
  const pathOf = (installed: InstalledProgram): string =>
    path.join(versions, folderNameOf(installed), PROGRAM_FILE);
  const saving = new Mutex();

  const read = await readState(stateFile, log);
  let state = read ?? NO_PROGRAMS;

  const writeState = async (next: StoredPrograms): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    const written = `${stateFile}.tmp`;
    const handle = await open(written, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(next, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(written, stateFile);
    await syncFolder(folder);
  };

  const save = (changes: Partial<StoredPrograms>): Promise<void> =>
    saving.runExclusive(async () => {
      const next = { ...state, ...changes };
      await writeState(next);
      state = next;
    });

  const remove = (target: string): Promise<void> =>
    rm(target, { recursive: true, force: true, maxRetries: 3 }).catch((err: unknown) =>
      log.warn({ err }, 'a yt-dlp that is no longer used could not be removed'),
    );

  const prune = async (): Promise<void> => {
    const kept = [state.current, state.previous].flatMap((one) => (one === null ? [] : folderNameOf(one)));
    const found = await readdir(versions).catch(() => []);
    for (const name of found) if (!kept.includes(name)) await remove(path.join(versions, name));
  };

  /** Removes unfinished installations. Returns whether there was one. */
  const removeCandidates = async (): Promise<boolean> => {
    const found = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(CANDIDATE_PREFIX));
    for (const name of found) await remove(path.join(folder, name));
    return found.length > 0;
  };

  const present: InstalledProgram[] = [];
  for (const one of [state.current, state.previous])
    if (one !== null && (await isFile(pathOf(one)))) present.push(one);
  state = { ...state, current: present[0] ?? null, previous: present[1] ?? null };
  // An unreadable state does not say which programs are in use, so nothing is written over it until the owner does something.
  const wasInterrupted = (await removeCandidates()) && read !== null;
  if (read !== null) await prune();

  return {
    wasInterrupted,
    store: {
      current: () => state,
      pathOf,
      save,
      async makeCandidate() {
        await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
        const made = await mkdtemp(path.join(folder, CANDIDATE_PREFIX));
        return { path: path.join(made, PROGRAM_FILE), remove: () => remove(made) };
      },
      allowToRun: (candidate) => chmod(candidate, OWNER_ONLY),
      async adopt(candidate, installed) {
        const target = pathOf(installed);
        await mkdir(path.dirname(target), { recursive: true, mode: OWNER_ONLY });
        await rename(candidate, target);
        await syncFolder(path.dirname(target));
        await syncFolder(versions);
        try {
          await save({ current: installed, previous: state.current });
        } finally {
          // On a full disk the state stays the old one, and the new program must not fill it further.
          await prune();
        }
      },
      prune,
    },
  };
};
