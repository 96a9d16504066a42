import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { makeProgramFolder } from './program-folder.ts';

/** Output limits of one yt-dlp run. A set of forty clips is about 1 MB of JSON, and the error output a few lines. */
const YTDLP_OUTPUT_MAX_BYTES = 5 * 1024 * 1024;
const YTDLP_STDERR_MAX_BYTES = 256 * 1024;

/** Error of a program that cannot be started, because it is missing or not executable. */
class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

/** Command line, environment and abort signal of a program run. */
interface ProgramCall {
  /** Path of the program. */
  readonly program: string;
  readonly args: readonly string[];
  /** PATH variable that the program runs with. */
  readonly searchPath: string;
  /** Environment variables in addition to those that every program gets. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Its abort immediately kills the program and the processes that the program has started. */
  readonly signal: AbortSignal;
}

/** Result of a program that has ended. */
export interface ProgramResult {
  /** Exit code; null if a signal ended the program. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True if the program exceeded an output limit. The program is then killed, and its output is truncated. */
  readonly isTruncated: boolean;
}

/** Milliseconds after the exit of a program for which a process that has left the process group may keep the pipes open. */
const PIPES_LINGER_MS = 500;

/**
 * Builds the environment of a program. The environment inherits nothing from the server's, which contains keys and proxy settings that
 * would bypass the CONNECT proxy.
 */
const environmentOf = (home: string, searchPath: string): Record<string, string> => ({
  PATH: searchPath,
  HOME: home,
  TMPDIR: home,
  XDG_CACHE_HOME: home,
  XDG_CONFIG_HOME: home,
  LANG: 'C.UTF-8',
  PYTHONUTF8: '1',
});

/** Kills the whole process group, so that no child process of the program survives. */
const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group no longer exists, or the system does not support process groups.
    child.kill('SIGKILL');
  }
};

/** Running programs, by folder. */
const running = new Map<string, ChildProcess>();

// Covers an immediate exit of the server, such as after a second signal.
process.once('exit', () => {
  for (const [home, child] of running) {
    killGroup(child);
    rmSync(home, { recursive: true, force: true });
  }
});

/** Pipes of a child process. Contrary to their types, they are undefined if the system has no file handles left. */
type ChildPipes = Pick<ChildProcess, 'stdout' | 'stderr'>;

const runInFolder = (
  home: string,
  { program, args, searchPath, variables, signal }: ProgramCall,
): Promise<ProgramResult> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(program, args, {
      cwd: home,
      env: { ...environmentOf(home, searchPath), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: false,
      // Creates a process group for the program.
      detached: true,
      windowsHide: true,
    });
    running.set(home, child);
    let isTruncated = false;
    const onAbort = (): void => killGroup(child);
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('error', (cause) => {
      signal.removeEventListener('abort', onAbort);
      reject(new ProgramError('the program could not be started', { cause }));
    });
    const { stdout, stderr }: ChildPipes = child;
    /** Collects what a stream brings, and kills the program when it is too much. Returns the function that reads it as text. */
    const listen = (stream: ChildPipes['stdout'] | undefined, maxBytes: number): (() => string) => {
      const chunks: Buffer[] = [];
      let size = 0;
      stream?.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxBytes) chunks.push(chunk);
        else {
          isTruncated = true;
          killGroup(child);
        }
      });
      return () => Buffer.concat(chunks).toString('utf8');
    };
    const output = listen(stdout, YTDLP_OUTPUT_MAX_BYTES);
    const errorOutput = listen(stderr, YTDLP_STDERR_MAX_BYTES);
    child.once('exit', () => {
      killGroup(child);
      const timer = setTimeout(() => {
        stdout?.destroy();
        stderr?.destroy();
      }, PIPES_LINGER_MS);
      child.once('close', () => clearTimeout(timer));
    });
    child.once('close', (code) => {
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve({ code, stdout: output(), stderr: errorOutput(), isTruncated });
    });
  });

/**
 * Runs a program without a shell, with a minimal environment, in its own process group and an empty folder that is removed afterwards.
 * Resolves whatever the exit code. Rejects with ProgramError if the program cannot be started; on abort, kills the process group and
 * rejects with the signal's reason.
 */
export const runProgram = async (call: ProgramCall): Promise<ProgramResult> => {
  call.signal.throwIfAborted();
  const home = await makeProgramFolder();
  try {
    return await runInFolder(home, call);
  } finally {
    running.delete(home);
    await rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
};
