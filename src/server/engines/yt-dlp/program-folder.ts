import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Logger } from '../../base/observability/logger.ts';

/** Process that created a program folder, parsed from the name of the folder. */
interface FolderOwner {
  /** Identifies the boot of the machine and the process namespace in which the process id is valid. */
  readonly pidNamespace: string;
  readonly pid: number;
  /** Start time of the process in clock ticks since boot; '0' if the system does not provide it. */
  readonly started: string;
}

const PREFIX = 'savelet-program-';
const NAME = /^savelet-program-([0-9a-f]{12})-(\d{1,10})-(\d{1,20})-[\w]{6}$/;
const STAT_STARTED_FIELD = 22;

const orEmpty = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};

/** Returns the start time of a process in clock ticks since boot; null if the process does not exist, '0' on a system without /proc. */
const startOfProcess = (pid: number): string | null => {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the name of the program in parentheses, and may itself contain spaces and parentheses.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[STAT_STARTED_FIELD - 3];
  if (started !== undefined) return started;
  try {
    process.kill(pid, 0);
    return '0';
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? '0' : null;
  }
};

const hashPidNamespace = (): string =>
  createHash('sha256')
    .update(os.hostname())
    .update(orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')))
    .update(orEmpty(() => readlinkSync('/proc/self/ns/pid')))
    .digest('hex')
    .slice(0, 12);

let own: FolderOwner | null = null;

/** Returns the identity of this process. The process id alone is not unique, because the system reuses it. */
const ownIdentity = (): FolderOwner => {
  own ??= { pidNamespace: hashPidNamespace(), pid: process.pid, started: startOfProcess(process.pid) ?? '0' };
  return own;
};

/** Creates an empty folder for one run of a program, accessible only to this user. Its name identifies this process as the owner. */
export const makeProgramFolder = (): Promise<string> => {
  const { pidNamespace, pid, started } = ownIdentity();
  return mkdtemp(path.join(os.tmpdir(), `${PREFIX}${pidNamespace}-${pid}-${started}-`));
};

/** Returns whether a name in the temporary folder is that of a program folder, of this or an earlier version. */
const isProgramFolder = (name: string): boolean => name.startsWith(PREFIX);

/** Parses the owner from the name of a program folder; null if the name does not contain it. */
const ownerOfFolder = (name: string): FolderOwner | null => {
  const [, pidNamespace, pid, started] = NAME.exec(name) ?? [];
  if (pidNamespace === undefined || pid === undefined || started === undefined) return null;
  return { pidNamespace, pid: Number(pid), started };
};

/** Age after which no program uses a folder any more, whichever machine or container created it, because every run is much shorter. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** Number of passes over the process list. One is not enough, because a program may start another one while it is being killed. */
const ROUNDS = 3;
const DIGITS = /^\d+$/;

/**
 * State of the process that created a folder. 'unknown': the name of the folder does not identify the process, or the process belongs to
 * another container or an earlier boot, whose process ids are meaningless here.
 */
type OwnerState = 'alive' | 'dead' | 'unknown';

const stateOfOwner = (name: string): OwnerState => {
  const owner = ownerOfFolder(name);
  if (owner === null || owner.pidNamespace !== ownIdentity().pidNamespace) return 'unknown';
  return startOfProcess(owner.pid) === owner.started ? 'alive' : 'dead';
};

const isWithin = (folder: string, directory: string): boolean =>
  directory === folder || directory.startsWith(`${folder}${path.sep}`);

/**
 * Returns whether the process `pid` belongs to a run: its working directory is in the folder of the run, or its TMPDIR is that folder. The
 * name of the folder is random and used once, so unrelated processes with a reused id do not match.
 */
const belongsTo = async (folder: string, pid: string): Promise<boolean> => {
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (isWithin(folder, workingDirectory)) return true;
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  return environment.split('\0').includes(`TMPDIR=${folder}`);
};

/** Kills the processes of the run with this folder. Returns the number of killed processes. */
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
interface Leftovers {
  readonly folders: number;
  readonly programs: number;
}

/**
 * Kills the programs and removes the folders of runs whose server process has ended. Logs and returns the numbers of both. Leaves alone the
 * runs of live processes and of other users. Leaves a folder of an unknown process until it is ABANDONED_AFTER_MS old, and makes another
 * pass after that time. Finds programs only on Linux; elsewhere they end at their own timeouts, because their proxy ended with the server.
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
