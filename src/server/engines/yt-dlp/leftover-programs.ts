import { lstat, readdir, readFile, readlink, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Logger } from '../../base/observability/logger.ts';
import { isProgramFolder, ownerOfFolder, ownIdentity, startOfProcess } from './program-folder.ts';

/** Age after which a folder is not in use, whichever machine or container created it: every run is much shorter. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** Number of passes over the process list, because a program may start another one while it is being killed. */
const ROUNDS = 3;
const DIGITS = /^\d+$/;

/** State of the process that created a folder. 'unknown': another container or an earlier boot, whose process ids are meaningless here. */
type OwnerState = 'alive' | 'dead' | 'unknown';

const stateOfOwner = (name: string): OwnerState => {
  const owner = ownerOfFolder(name);
  if (owner === null || owner.scope !== ownIdentity().scope) return 'unknown';
  return startOfProcess(owner.pid) === owner.started ? 'alive' : 'dead';
};

const isWithin = (folder: string, place: string): boolean =>
  place === folder || place.startsWith(`${folder}${path.sep}`);

/**
 * Returns whether a process belongs to a run: its working directory is in the folder of the run, or its TMPDIR is that folder. The name
 * of the folder is random and used once, so unrelated processes with a reused id do not match.
 */
const belongsTo = async (folder: string, pid: string): Promise<boolean> => {
  const at = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (isWithin(folder, at)) return true;
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  return environment.split('\0').includes(`TMPDIR=${folder}`);
};

/** Kills the processes of a run. Returns how many were killed. */
const killPrograms = async (folder: string): Promise<number> => {
  let killed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => DIGITS.test(name));
    const found: string[] = [];
    for (const pid of pids)
      if (Number(pid) !== process.pid && (await belongsTo(folder, pid))) found.push(pid);
    if (found.length === 0) break;
    for (const pid of found) {
      try {
        process.kill(Number(pid), 'SIGKILL');
        killed += 1;
      } catch {
        // The process has exited in the meantime.
      }
    }
  }
  return killed;
};

/** Returns the age of a folder in milliseconds; null if it is not a folder of this user. */
const ageOfOwnFolder = async (folder: string): Promise<number | null> => {
  const found = await lstat(folder).catch(() => null);
  if (found === null || !found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return null;
  return Date.now() - found.mtimeMs;
};

/** Number of removed folders and killed programs. */
export interface Leftovers {
  readonly folders: number;
  readonly programs: number;
}

/**
 * Kills the programs and removes the folders of runs whose server process was killed. Leaves alone the runs of live processes and of
 * other users. Finds programs only on Linux; elsewhere they end at their own timeouts, because their proxy ended with the server.
 * Never rejects.
 */
export const removeLeftovers = async (log: Logger): Promise<Leftovers> => {
  let folders = 0;
  let programs = 0;
  let young = 0;
  const names = await readdir(os.tmpdir()).catch(() => []);
  for (const name of names.filter(isProgramFolder)) {
    const folder = path.join(os.tmpdir(), name);
    const age = await ageOfOwnFolder(folder);
    const state = stateOfOwner(name);
    if (age === null || state === 'alive') continue;
    if (state === 'unknown' && age < ABANDONED_AFTER_MS) {
      young += 1;
      continue;
    }
    programs += await killPrograms(folder);
    const isGone = await rm(folder, { recursive: true, force: true, maxRetries: 3 }).then(
      () => true,
      () => false,
    );
    if (isGone) folders += 1;
  }
  // The folders of a restarted container have an unknown owner; the second pass removes them once they are certainly unused.
  if (young > 0) setTimeout(() => void removeLeftovers(log), ABANDONED_AFTER_MS).unref();
  if (folders + programs > 0)
    log.info({ folders, programs }, 'removed the leftover programs and folders of a killed server process');
  return { folders, programs };
};
