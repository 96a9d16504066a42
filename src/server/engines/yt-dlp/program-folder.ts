import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Process that created a program folder, parsed from the name of the folder. */
export interface FolderOwner {
  /** Identifies the boot of the machine and the process namespace in which the process id is valid. */
  readonly scope: string;
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
export const startOfProcess = (pid: number): string | null => {
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

const readScope = (): string =>
  createHash('sha256')
    .update(os.hostname())
    .update(orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')))
    .update(orEmpty(() => readlinkSync('/proc/self/ns/pid')))
    .digest('hex')
    .slice(0, 12);

let own: FolderOwner | null = null;

/** Returns the identity of this process. The process id alone is not unique, because the system reuses it. */
export const ownIdentity = (): FolderOwner => {
  own ??= { scope: readScope(), pid: process.pid, started: startOfProcess(process.pid) ?? '0' };
  return own;
};

/** Creates an empty folder for one run of a program, accessible only to this user. Its name identifies this process as the owner. */
export const makeProgramFolder = (): Promise<string> => {
  const { scope, pid, started } = ownIdentity();
  return mkdtemp(path.join(os.tmpdir(), `${PREFIX}${scope}-${pid}-${started}-`));
};

/** Returns whether a name in the temporary folder is that of a program folder, of this or an earlier version. */
export const isProgramFolder = (name: string): boolean => name.startsWith(PREFIX);

/** Parses the owner from the name of a program folder; null if the name does not contain it. */
export const ownerOfFolder = (name: string): FolderOwner | null => {
  const [, scope, pid, started] = NAME.exec(name) ?? [];
  if (scope === undefined || pid === undefined || started === undefined) return null;
  return { scope, pid: Number(pid), started };
};
