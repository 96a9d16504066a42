import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

const START_TIMEOUT_MS = 60_000;
const END_TIMEOUT_MS = 5_000;

/** Program that runs in its own process group, so that its whole family ends with it. */
export interface StartedProgram {
  stop(): Promise<void>;
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>;
}

/**
 * Starts a program and resolves with what `ready` finds in its output. The process group is killed by `stop`, and when
 * the test's own process ends.
 */
export async function startProgram(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
  ready: RegExp,
): Promise<StartedProgram & { readonly found: string }> {
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const killGroup = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has ended.
    }
  };
  const killNow = (): void => killGroup('SIGKILL');
  process.once('exit', killNow);
  const stop = async (): Promise<void> => {
    killGroup('SIGTERM');
    if (child.exitCode === null && child.signalCode === null)
      await Promise.race([
        once(child, 'exit'),
        new Promise((resolve) => setTimeout(resolve, END_TIMEOUT_MS)),
      ]);
    killNow();
    process.off('exit', killNow);
  };
  const kill = async (): Promise<void> => {
    killNow();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    process.off('exit', killNow);
  };
  try {
    return { found: await untilFound(child, file, ready), stop, kill };
  } catch (error) {
    await stop();
    throw error;
  }
}

const untilFound = (child: ChildProcess, file: string, ready: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string): void => reject(new Error(`${file} ${reason}:\n${output}`));
    const timer = setTimeout(() => fail('did not start'), START_TIMEOUT_MS);
    const look = (piece: Buffer): void => {
      output = (output + piece.toString()).slice(-10_000);
      const found = ready.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('error', ({ message }) => fail(`could not be started (${message})`));
    child.once('exit', (code) => fail(`ended with code ${String(code)}`));
  });
