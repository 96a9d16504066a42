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
/** A holder that has not touched its lock for this long is gone, or asleep with its machine. */
const STALE_MS = 20_000;
const POLL_MS = 300;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** mkdir is the one file operation that is atomic and exclusive on every file system. True when this call made it. */
function made(directory) {
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
    // ESRCH: no such process. Anything else (no holder file yet, another user's process) is left to the heartbeat.
    return error.code === 'ESRCH';
  }
}

/** Two waiters may find the same stale lock; only the one that makes the `.break` folder may move it away. */
function breakIfStale(directory) {
  const isStale = () => ageOf(directory) > STALE_MS || holderIsDead(directory);
  if (!isStale()) return;
  const guard = `${directory}.break`;
  if (!made(guard)) {
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
 * Runs `work` while no other process does so with the same `directory`, waiting for it if need be.
 * A holder that died or was killed does not block anybody.
 */
export async function withLock(directory, work) {
  mkdirSync(path.dirname(directory), { recursive: true });
  for (let waited = false; !made(directory); waited = true) {
    if (!waited) say('another start is installing or building here; waiting for it');
    breakIfStale(directory);
    await sleep(POLL_MS);
  }
  const holder = path.join(directory, 'holder');
  const me = `${os.hostname()} ${process.pid}`;
  writeFileSync(holder, me);
  // After a long sleep of the machine the lock may have been taken for stale and be another's by now.
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
