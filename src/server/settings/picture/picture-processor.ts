import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Mutex, withTimeout } from 'async-mutex';
import { pictureKind } from './picture-kind.ts';
import type { Redrawn } from './redraw.ts';

/** Time limit of the process that decodes a picture. */
const LOGO_PROCESS_MAX_MS = 10_000;
/** Time an upload may wait in the queue. */
const LOGO_QUEUE_MS = 10_000;

/** Thrown when an upload has waited for LOGO_QUEUE_MS while other pictures were handled. */
class PicturesBusyError extends Error {
  override readonly name = 'PicturesBusyError';
  /** HTTP status that the error handler answers with. */
  readonly statusCode = 503;
}

/**
 * Re-encodes a picture; returns null for an unsupported or broken one. Throws PicturesBusyError, or another error if the
 * process could not run.
 */
export type Redraw = (bytes: Buffer) => Promise<Redrawn | null>;

const PROGRAM = fileURLToPath(new URL('redraw-program.ts', import.meta.url));

/** Heap limit of the process; the program itself monitors the decoder's memory. */
const HEAP_MB = 48;

const isRedrawn = (answer: unknown): answer is Redrawn => typeof answer === 'object' && answer !== null;

/** Re-encodes one picture in its own process, with a time limit and an empty environment. */
const redrawInProcess = (bytes: Buffer): Promise<Redrawn | null> =>
  new Promise((resolve, reject) => {
    const child = fork(PROGRAM, {
      env: {},
      execArgv: [`--max-old-space-size=${String(HEAP_MB)}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: LOGO_PROCESS_MAX_MS,
      killSignal: 'SIGKILL',
    });
    let answer: Redrawn | null | undefined;
    child.once('message', (message: unknown) => {
      answer = isRedrawn(message) ? message : null;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      // Killed for its time or memory, or crashed by the picture: the picture counts as broken.
      if (answer !== undefined || signal !== null) resolve(answer ?? null);
      else reject(new Error(`the logo program exited with ${String(code)}`));
    });
    child.send(bytes, () => undefined);
  });

/** Creates the processor: it handles one picture at a time and rejects unsupported formats without starting a process. */
export const createPictureProcessor = (): Redraw => {
  const mutex = withTimeout(
    new Mutex(),
    LOGO_QUEUE_MS,
    new PicturesBusyError('too many pictures are waiting to be re-encoded'),
  );
  return async (bytes) =>
    pictureKind(bytes) === null ? null : mutex.runExclusive(() => redrawInProcess(bytes));
};
