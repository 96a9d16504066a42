import { spawn } from 'node:child_process';
import os from 'node:os';
import { outputIsClosed } from './say.mjs';

const WINDOWS = process.platform === 'win32';
/** npm, its shell, the terminal and a service manager may each send the same signal; within this time that is one wish. */
const SAME_SIGNAL_MS = 1_000;
const ORPHAN_CHECK_MS = 250;
/** Longer than the server lets running downloads finish (DRAIN_SECONDS). */
const ORPHAN_GRACE_MS = (Number(process.env.DRAIN_SECONDS) || 120) * 1_000 + 10_000;

let child = null;
let stopping = null;
let lastSignalAt = 0;

const exitCodeOf = (signal) => 128 + (os.constants.signals[signal] ?? 15);

function onSignal(signal) {
  const now = Date.now();
  if (now - lastSignalAt < SAME_SIGNAL_MS) return;
  lastSignalAt = now;
  stopping = signal;
  if (child === null) process.exit(exitCodeOf(signal));
  // On Windows the console hands Ctrl-C to every process itself, and kill() would be a hard end.
  if (!WINDOWS) child.kill(signal);
}

/**
 * npm runs this through a shell, and a SIGTERM sent to npm ends only that shell: this process would be left behind
 * holding the port. Under npm a new parent therefore means "stop". Outside npm a new parent means nothing: `nohup`
 * and a closed terminal are meant to leave a server running.
 */
function watchForOrphaning() {
  if (process.env.npm_lifecycle_event === undefined || WINDOWS) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    // The shell dies of the very signal that already stops this process.
    if (stopping === null) onSignal('SIGTERM');
    setTimeout(() => {
      if (child !== null) child.kill('SIGKILL');
    }, ORPHAN_GRACE_MS).unref();
  }, ORPHAN_CHECK_MS);
  watch.unref();
}

/** Passes signals on to whatever child is running, and ends with it. Call once, first. */
export function forwardSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal));
  watchForOrphaning();
}

/** Ends the child that runs, and what it has started, at once. */
export function endChild() {
  if (child === null) return;
  if (WINDOWS) child.kill('SIGKILL');
  else process.kill(-child.pid, 'SIGKILL');
}

/**
 * Runs a program to its end and gives its exit code. A child of its own process group: the terminal's Ctrl-C then
 * reaches it once, from here, and not a second time from the terminal (a server takes the second as "now, at once").
 * When this process was told to stop meanwhile, it exits as soon as the child has.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // A child that writes to a pipe without a reader would die of it.
    const stdio = ['inherit', outputIsClosed() ? 'ignore' : 'inherit', 'inherit'];
    child = spawn(command, args, { stdio, detached: !WINDOWS, ...options });
    child.once('error', (error) => {
      child = null;
      reject(error);
    });
    child.once('exit', (code, signal) => {
      child = null;
      const exitCode = code ?? exitCodeOf(signal);
      if (stopping !== null) process.exit(exitCode);
      resolve(exitCode);
    });
  });
}
