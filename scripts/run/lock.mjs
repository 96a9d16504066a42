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
/** Age after which a lock without a heartbeat is stale: its holder has died or its machine sleeps. */
const STALE_MS = 20_000;
const POLL_MS = 300;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a directory; returns false if it exists. mkdir is atomic and exclusive on every file system. */
function tryCreate(directory) {
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

function holderIsDead(directory) {
  try {
    const [host, pid] = readFileSync(path.join(directory, 'holder'), 'utf8').split(' ');
    if (host !== os.hostname()) return false;
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // ESRCH: no such process. In other cases (no holder file yet, process of another user) the heartbeat decides.
    return error.code === 'ESRCH';
  }
}

/** Removes a stale lock. Of several waiting processes only the one that creates the `.break` folder may remove it. */
function breakIfStale(directory) {
  const isStale = () => ageOf(directory) > STALE_MS || holderIsDead(directory);
  if (!isStale()) return;
  const guard = `${directory}.break`;
  if (!tryCreate(guard)) {
    if (ageOf(guard) > STALE_MS) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (!isStale()) return;
    const aside = `${directory}.${process.pid}`;
    renameSync(directory, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

/**
 * Runs `work` while holding an inter-process lock at `directory`; waits for the lock if necessary. Takes over the lock
 * of a holder that has died.
 */
export async function withLock(directory, work) {
  mkdirSync(path.dirname(directory), { recursive: true });
  for (let waited = false; !tryCreate(directory); waited = true) {
    if (!waited) say('another process is installing or building here; waiting for it to finish');
    breakIfStale(directory);
    await sleep(POLL_MS);
  }
  const holder = path.join(directory, 'holder');
  const me = `${os.hostname()} ${process.pid}`;
  writeFileSync(holder, me);
  // After a long sleep of the machine another process may have taken over the lock.
  const isMine = () => existsSync(holder) && readFileSync(holder, 'utf8') === me;
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
