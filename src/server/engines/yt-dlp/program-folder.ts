import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** The process a folder belongs to, as far as its name says. */
export interface FolderOwner {
  /** Names the boot of the machine and the namespace in which the process id means something. */
  readonly scope: string;
  readonly pid: number;
  /** When the process started, in the system's own ticks; '0' where the system does not say. */
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

/** Reads when a process started; null when there is no such process, '0' on a system without /proc. */
export const startOfProcess = (pid: number): string | null => {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the program's name in brackets, which may hold spaces and brackets of its own.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[STAT_STARTED_FIELD - 3];
  if (started !== undefined) return started;
  try {
    process.kill(pid, 0);
    return '0';
  } catch (error) {
    // Another user's process is there all the same.
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

/** Identifies this process. A process id alone does not: another process may have it later. */
export const ownIdentity = (): FolderOwner => {
  own ??= { scope: readScope(), pid: process.pid, started: startOfProcess(process.pid) ?? '0' };
  return own;
};

/** Makes an empty folder for one run of a program, readable by this user alone; its name says which process it belongs to. */
export const makeProgramFolder = (): Promise<string> => {
  const { scope, pid, started } = ownIdentity();
  return mkdtemp(path.join(os.tmpdir(), `${PREFIX}${scope}-${pid}-${started}-`));
};

/** Tells whether a name in the temporary folder is that of a program's folder, of this version or an earlier one. */
export const isProgramFolder = (name: string): boolean => name.startsWith(PREFIX);

/** Reads the owner from a folder's name; null when the name does not say. */
export const ownerOfFolder = (name: string): FolderOwner | null => {
  const [, scope, pid, started] = NAME.exec(name) ?? [];
  if (scope === undefined || pid === undefined || started === undefined) return null;
  return { scope, pid: Number(pid), started };
};
