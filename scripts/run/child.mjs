import { spawn } from 'node:child_process';
import os from 'node:os';
import { outputIsClosed } from './say.mjs';

const WINDOWS = process.platform === 'win32';
/**
 * Signals within this time count as one: npm, its shell, the terminal and a service manager may each send the same one.
 */
const SAME_SIGNAL_MS = 1_000;
const ORPHAN_CHECK_MS = 250;
/** Longer than the time the server gives running downloads to finish (DRAIN_SECONDS). */
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
  // On Windows the console sends Ctrl-C to every process, and kill() would terminate the child immediately.
  if (!WINDOWS) child.kill(signal);
}

/**
 * Stops this process when npm's shell has died. npm runs this process through a shell, and a SIGTERM sent to npm ends
 * only that shell, so the process would stay and hold the port. Outside npm a new parent has no meaning: `nohup` and a
 * closed terminal are expected to leave a server running.
 */
function stopWhenOrphaned() {
  if (process.env.npm_lifecycle_event === undefined || WINDOWS) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // The shell may have died of the signal that already stops this process.
    if (stopping === null) onSignal('SIGTERM');
    setTimeout(() => {
      if (child !== null) child.kill('SIGKILL');
    }, ORPHAN_GRACE_MS).unref();
  }, ORPHAN_CHECK_MS);
  timer.unref();
}

/** Forwards signals to the running child and exits when it has exited. Call once at the start. */
export function forwardSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal));
  // Without a listener Node opens its inspector. The host's Node may be too old for the flag that the server gets.
  if (!WINDOWS) process.on('SIGUSR1', () => undefined);
  stopWhenOrphaned();
}

/** Kills the running child and its descendants. */
export function endChild() {
  if (child === null) return;
  if (WINDOWS) child.kill('SIGKILL');
  else process.kill(-child.pid, 'SIGKILL');
}

/**
 * Runs a program and resolves to its exit code. The child has its own process group, so that Ctrl-C reaches it once
 * from here and not again from the terminal (the server treats a second signal as a forced stop). If this process
 * receives a signal meanwhile, it exits when the child does.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // Writing to a pipe without a reader would kill the child.
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
