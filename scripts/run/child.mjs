import { spawn } from 'node:child_process';
import os from 'node:os';
import { isOutputClosed } from './say.mjs';

const WINDOWS = process.platform === 'win32';
/** Signals within this time count as one signal, because npm, its shell, the terminal and a service manager may each send it. */
const SAME_SIGNAL_MS = 1_000;
const ORPHAN_CHECK_MS = 250;
/** Time after which the child of a dead shell is killed: longer than the server gives running downloads to finish (DRAIN_SECONDS). */
const ORPHAN_GRACE_MS = (Number(process.env.DRAIN_SECONDS) || 120) * 1_000 + 10_000;

let child = null;
let stopSignal = null;
let lastSignalAt = 0;

const exitCodeOf = (signal) => 128 + (os.constants.signals[signal] ?? 15);

function onSignal(signal) {
  const now = Date.now();
  if (now - lastSignalAt < SAME_SIGNAL_MS) return;
  lastSignalAt = now;
  stopSignal = signal;
  if (child === null) process.exit(exitCodeOf(signal));
  // On Windows the console sends Ctrl-C to every process, and kill() would terminate the child immediately.
  if (!WINDOWS) child.kill(signal);
}

/**
 * Stops this process when npm's shell has died. npm runs this process through a shell, and a SIGTERM to npm ends only that shell, so this
 * process would stay and keep the port. Outside npm, a new parent process is no reason to stop: `nohup` and a closed terminal must leave a
 * server running.
 */
function stopWhenOrphaned() {
  if (process.env.npm_lifecycle_event === undefined || WINDOWS) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // The shell may have died of the signal that already stops this process.
    if (stopSignal === null) onSignal('SIGTERM');
    setTimeout(() => {
      if (child !== null) child.kill('SIGKILL');
    }, ORPHAN_GRACE_MS).unref();
  }, ORPHAN_CHECK_MS);
  timer.unref();
}

/** Forwards signals to the running child, and exits after the child or, without one, immediately. Call this once at the start. */
export function forwardSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal));
  // Without a listener for SIGUSR1, Node opens its inspector. The host's Node may be too old for the flag that prevents this in the server.
  if (!WINDOWS) process.on('SIGUSR1', () => undefined);
  stopWhenOrphaned();
}

/** Kills the running child and its descendants; on Windows only the child. Does nothing without a child. */
export function endChild() {
  if (child === null) return;
  if (WINDOWS) child.kill('SIGKILL');
  else process.kill(-child.pid, 'SIGKILL');
}

/**
 * Runs a program and resolves to its exit code; rejects if it cannot be started. The child has a process group of its own, so that Ctrl-C
 * reaches it only once, through this process and not also from the terminal: the server treats a second signal as a forced stop. If this
 * process receives a signal meanwhile, it exits when the child exits.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // The child gets no output if our output is closed, because writing to a pipe without a reader would kill the child.
    const stdio = ['inherit', isOutputClosed() ? 'ignore' : 'inherit', 'inherit'];
    child = spawn(command, args, { stdio, detached: !WINDOWS, ...options });
    child.once('error', (error) => {
      child = null;
      reject(error);
    });
    child.once('exit', (code, signal) => {
      child = null;
      const exitCode = code ?? exitCodeOf(signal);
      if (stopSignal !== null) process.exit(exitCode);
      resolve(exitCode);
    });
  });
}
