import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { say } from './say.mjs';

const HEARTBEAT_MS = 2_000;
/** Age of the last heartbeat from which a lock is stale, because its holder has died or the machine of its holder sleeps. */
const STALE_MS = 20_000;
const POLL_MS = 300;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a directory; returns false if the directory exists. On every file system, only one of several processes creates a directory. */
function tryCreateDirectory(directory) {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function ageOf(directory) {
  try {
    return Date.now() - statSync(directory).mtimeMs;
  } catch {
    return 0;
  }
}

function isHolderDead(directory) {
  try {
    const [host, pid] = readFileSync(path.join(directory, 'holder'), 'utf8').split(' ');
    if (host !== os.hostname()) return false;
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // ESRCH means that there is no such process. In other cases (no holder file yet, process of another user) the heartbeat decides.
    return error.code === 'ESRCH';
  }
}

/** Removes the lock if it is stale. Of several waiting processes, only the process that creates the `.break` folder may remove the lock. */
function breakIfStale(directory) {
  const isStale = () => ageOf(directory) > STALE_MS || isHolderDead(directory);
  if (!isStale()) return;
  const breakDirectory = `${directory}.break`;
  if (!tryCreateDirectory(breakDirectory)) {
    if (ageOf(breakDirectory) > STALE_MS) rmSync(breakDirectory, { recursive: true, force: true });
    return;
  }
  try {
    if (!isStale()) return;
    const movedDirectory = `${directory}.${process.pid}`;
    renameSync(directory, movedDirectory);
    rmSync(movedDirectory, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  } finally {
    rmSync(breakDirectory, { recursive: true, force: true });
  }
}

/**
 * Runs `work` while this process holds the lock `directory`, which excludes other processes, and resolves to the result of `work`. Waits
 * for the lock if another process holds it. Takes over a stale lock.
 */
export async function withLock(directory, work) {
  mkdirSync(path.dirname(directory), { recursive: true });
  for (let waited = false; !tryCreateDirectory(directory); waited = true) {
    if (!waited) say('another process is installing or building here; waiting for it to finish');
    breakIfStale(directory);
    await sleep(POLL_MS);
  }
  const holder = path.join(directory, 'holder');
  const ownHolder = `${os.hostname()} ${process.pid}`;
  writeFileSync(holder, ownHolder);
  // After a long sleep of the machine, another process may have taken over the lock.
  const isMine = () => existsSync(holder) && readFileSync(holder, 'utf8') === ownHolder;
  const heartbeat = setInterval(() => {
    if (isMine()) utimesSync(directory, new Date(), new Date());
  }, HEARTBEAT_MS);
  const release = () => {
    clearInterval(heartbeat);
    if (isMine()) rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}
