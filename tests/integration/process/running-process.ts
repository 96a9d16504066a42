import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The built program, which `npm start` runs. */
export const MAIN = ['dist/program/main.js'];
export const START_SCRIPT = ['scripts/run.mjs', 'start'];
/** These tests do not use the built pages; they only need the server to be up. */
const READY = /ready at (https?:\/\/\S+)/;
const START_TIMEOUT_MS = 25_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Time in monotonic milliseconds. */
  readonly at: number;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** Returns the origin it listens on, once it listens. */
  origin(): Promise<string>;
  output(): string;
  errors(): string;
  /** Sends a signal to the start script and the server below it, as a service manager does. */
  signalGroup(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
  /** Kills the process and removes its data. */
  remove(): Promise<void>;
}

/** Returns the child processes of a process; Linux only. */
const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended in the meantime.
    }
  }
};

/** Starts the product, or its start script, with its own data folder and port. */
export const startProcess = async (
  args: readonly string[],
  environment: Record<string, string> = {},
  {
    limit,
    program: started = process.execPath,
    ...options
  }: Pick<SpawnOptions, 'uid' | 'cwd'> & {
    /** Program to start instead of this Node. */
    readonly program?: string;
    /** Options of `ulimit` for the process, such as '-n 40'. */
    readonly limit?: string;
  } = {},
): Promise<RunningProcess> => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'savelet-process-'));
  const command = [started, ...args];
  const [program = '', ...rest] =
    limit === undefined ? command : ['/bin/sh', '-c', `ulimit ${limit} && exec "$0" "$@"`, ...command];
  const child = spawn(program, rest, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '',
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'info',
      ENGINES: 'sample',
      DATA_DIR: dataDir,
      ...environment,
    },
    ...options,
  });
  const pieces: string[] = [];
  const complaints: string[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  child.stderr.on('data', (piece: Buffer) => complaints.push(piece.toString()));
  const ended = once(child, 'exit').then(
    ([code, signal]): Ended => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      at: performance.now(),
    }),
  );
  const output = () => pieces.join('');
  const all = (): number[] => [child.pid ?? 0, ...descendantsOf(child.pid ?? 0)];
  return {
    child,
    dataDir,
    output,
    errors: () => complaints.join(''),
    async origin() {
      const end = performance.now() + START_TIMEOUT_MS;
      for (;;) {
        const found = READY.exec(output())?.[1];
        if (found !== undefined) return found;
        if (child.exitCode !== null || performance.now() > end)
          throw new Error(`it does not listen:\n${output()}${complaints.join('')}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    signalGroup: (signal) => signalAll(all(), signal),
    ended,
    async remove() {
      signalAll(all(), 'SIGKILL');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
