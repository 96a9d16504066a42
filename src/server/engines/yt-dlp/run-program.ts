import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { YTDLP_OUTPUT_MAX_BYTES, YTDLP_STDERR_MAX_BYTES } from '#shared/engine-limits.ts';
import { makeProgramFolder } from './program-folder.ts';

/** The program could not be started at all: it is gone, or may not be run. */
class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  /** The PATH it is run with. */
  readonly searchPath: string;
  /** Variables of its environment beside those every program gets. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Ends the program, and whatever it has started, at once. */
  readonly signal: AbortSignal;
}

export interface ProgramEnd {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  readonly complaints: string;
  /** True when it wrote more than it may: it was ended then, and what it wrote is cut. */
  readonly cut: boolean;
}

/** How long what has left the program's group may still hold its pipes. */
const PIPES_LINGER_MS = 500;

/** Nothing of ours is handed down: keys are in our environment, and proxies that would lead past our own. */
const environmentOf = (home: string, searchPath: string): Record<string, string> => ({
  PATH: searchPath,
  HOME: home,
  TMPDIR: home,
  XDG_CACHE_HOME: home,
  XDG_CONFIG_HOME: home,
  LANG: 'C.UTF-8',
  PYTHONUTF8: '1',
});

/** Ends the whole group, so that nothing a killed program has started goes on without it. */
const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone, or the system knows no groups.
    child.kill('SIGKILL');
  }
};

/** The programs that run now, by their folders. */
const running = new Map<string, ChildProcess>();
let endsWithProcess = false;

/** A process that exits at once, on a second signal, leaves no program behind either. */
const endWithProcess = (): void => {
  if (endsWithProcess) return;
  endsWithProcess = true;
  process.once('exit', () => {
    for (const [home, child] of running) {
      killGroup(child);
      rmSync(home, { recursive: true, force: true });
    }
  });
};

class Written {
  readonly #pieces: Buffer[] = [];
  readonly #maxBytes: number;
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False once there is too much; that piece is not kept. */
  takes(piece: Buffer): boolean {
    this.#size += piece.length;
    if (this.#size > this.#maxBytes) return false;
    this.#pieces.push(piece);
    return true;
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}

/** Where the machine has no file handles left, a child has no pipes, whatever the types say. */
type Started = Pick<ChildProcess, 'stdout' | 'stderr'>;

const runIn = (
  home: string,
  { program, args, searchPath, variables, signal }: ProgramCall,
): Promise<ProgramEnd> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(program, args, {
      cwd: home,
      env: { ...environmentOf(home, searchPath), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: false,
      // A group of its own.
      detached: true,
      windowsHide: true,
    });
    running.set(home, child);
    const output = new Written(YTDLP_OUTPUT_MAX_BYTES);
    const complaints = new Written(YTDLP_STDERR_MAX_BYTES);
    let cut = false;
    const onAbort = (): void => killGroup(child);
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('error', (cause) => {
      signal.removeEventListener('abort', onAbort);
      reject(new ProgramError('the program could not be started', { cause }));
    });
    const { stdout, stderr }: Started = child;
    const listen = (stream: Started['stdout'] | undefined, written: Written): void => {
      stream?.on('data', (piece: Buffer) => {
        if (written.takes(piece)) return;
        cut = true;
        killGroup(child);
      });
    };
    listen(stdout, output);
    listen(stderr, complaints);
    child.once('exit', () => {
      killGroup(child);
      const letGo = setTimeout(() => {
        stdout?.destroy();
        stderr?.destroy();
      }, PIPES_LINGER_MS);
      child.once('close', () => clearTimeout(letGo));
    });
    child.once('close', (code) => {
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve({ code, output: output.text(), complaints: complaints.text(), cut });
    });
  });

/**
 * Runs a program without a shell, in a process group and an empty folder of its own that is removed afterwards, with next to no
 * environment. Resolves however it ended. Rejects with ProgramError when it cannot be started, and with the signal's reason, once
 * the group is gone, on abort.
 */
export const runProgram = async (call: ProgramCall): Promise<ProgramEnd> => {
  call.signal.throwIfAborted();
  endWithProcess();
  const home = await makeProgramFolder();
  try {
    return await runIn(home, call);
  } finally {
    running.delete(home);
    await rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
};
