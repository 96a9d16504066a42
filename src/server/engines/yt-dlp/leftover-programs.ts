import { lstat, readdir, readFile, readlink, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Logger } from '../../observability/logger.ts';
import { isProgramFolder, ownerOfFolder, ownIdentity, startOfProcess } from './program-folder.ts';

/** No run lasts nearly as long: a folder of this age is in use by nobody, whichever machine or container made it. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** A program may start another one while it is being ended. */
const ROUNDS = 3;
const DIGITS = /^\d+$/;

/** Alive, dead, or of a container or an earlier boot, whose process ids mean nothing here. */
type OwnerState = 'alive' | 'dead' | 'unknown';

const stateOfOwner = (name: string): OwnerState => {
  const owner = ownerOfFolder(name);
  if (owner === null || owner.scope !== ownIdentity().scope) return 'unknown';
  return startOfProcess(owner.pid) === owner.started ? 'alive' : 'dead';
};

const isWithin = (folder: string, place: string): boolean =>
  place === folder || place.startsWith(`${folder}${path.sep}`);

/**
 * Tells whether a process belongs to a run: the run's folder is its working folder, or was handed to it as TMPDIR. The
 * folder's name is random and used once, so no other process has it, whatever its id.
 */
const belongsTo = async (folder: string, pid: string): Promise<boolean> => {
  const at = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (isWithin(folder, at)) return true;
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  return environment.split('\0').includes(`TMPDIR=${folder}`);
};

const endPrograms = async (folder: string): Promise<number> => {
  let ended = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => DIGITS.test(name));
    const found: string[] = [];
    for (const pid of pids)
      if (Number(pid) !== process.pid && (await belongsTo(folder, pid))) found.push(pid);
    if (found.length === 0) break;
    for (const pid of found) {
      try {
        process.kill(Number(pid), 'SIGKILL');
        ended += 1;
      } catch {
        // It ended by itself.
      }
    }
  }
  return ended;
};

/** Whether a folder is this user's own, and how old it is; null for what others have put there under such a name. */
const ageOfOwnFolder = async (folder: string): Promise<number | null> => {
  const found = await lstat(folder).catch(() => null);
  if (found === null || !found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return null;
  return Date.now() - found.mtimeMs;
};

export interface Leftovers {
  readonly folders: number;
  readonly programs: number;
}

/**
 * Ends the programs and removes the folders of runs whose server process was killed. Touches nothing of a process that
 * is alive, nor of another user. Programs are found on Linux only; elsewhere they end at their own time-outs, because
 * their proxy died with the server. Never rejects.
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
    programs += await endPrograms(folder);
    const isGone = await rm(folder, { recursive: true, force: true, maxRetries: 3 }).then(
      () => true,
      () => false,
    );
    if (isGone) folders += 1;
  }
  // A restarted container finds its own folders this way, once it is certain that nobody uses them.
  if (young > 0) setTimeout(() => void removeLeftovers(log), ABANDONED_AFTER_MS).unref();
  if (folders + programs > 0)
    log.info({ folders, programs }, 'removed what a killed process had left behind');
  return { folders, programs };
};
