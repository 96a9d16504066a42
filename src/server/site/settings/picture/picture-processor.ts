import { fork } from 'node:child_process';
import path from 'node:path';
import { Mutex, withTimeout } from 'async-mutex';
import { pictureKind } from './picture-kind.ts';
import type { LogoIcons, RedrawnPicture, ShareMarks } from './redraw.ts';
import type { PictureTask } from './redraw-program.ts';

/** Time limit of the process that handles a picture. */
const LOGO_PROCESS_MAX_MS = 10_000;
/** Time for which a picture may wait in the queue. */
const LOGO_QUEUE_MS = 10_000;

/** Thrown when a picture has waited for LOGO_QUEUE_MS while others were handled. */
class PicturesBusyError extends Error {
  override readonly name = 'PicturesBusyError';
  /** HTTP status that the error handler answers with. */
  readonly statusCode = 503;
}

/**
 * Re-encodes a picture; null for an unsupported or broken one. Rejects with PicturesBusyError if it has waited too long for other pictures,
 * and with another error if the process could not run.
 */
export type Redraw = (bytes: Buffer) => Promise<RedrawnPicture | null>;

/** Path of the program that the process runs: a file beside this one in the sources, and beside the built program in a build. */
const PROGRAM = path.join(import.meta.dirname, `redraw-program${path.extname(import.meta.filename)}`);

/** Heap limit of the process; the program itself monitors the decoder's memory. */
const HEAP_MB = 48;

/**
 * Hands one picture to a process of its own, with a time limit and an empty environment, and returns the answer of the process. Returns
 * null if the process cannot handle the picture or is killed, and rejects if it could not run.
 */
const runInProcess = <Answer extends object>(task: PictureTask): Promise<Answer | null> =>
  new Promise((resolve, reject) => {
    const child = fork(PROGRAM, {
      env: {},
      execArgv: [`--max-old-space-size=${String(HEAP_MB)}`, '--disable-sigusr1'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: LOGO_PROCESS_MAX_MS,
      killSignal: 'SIGKILL',
    });
    let answer: Answer | null | undefined;
    child.once('message', (message: unknown) => {
      // The program is ours, and its answers have the types of the functions that it calls.
      answer = typeof message === 'object' ? (message as Answer | null) : null;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      // Killed for its time or memory, or crashed by the picture: the picture counts as broken.
      if (answer !== undefined || signal !== null) resolve(answer ?? null);
      else reject(new Error(`the logo program exited with ${String(code)}`));
    });
    child.send(task, () => undefined);
  });

/** Creates a function that handles one picture at a time; `taskOf` returns the task of the process. The function rejects as `Redraw` does. */
const inQueue = <Given extends readonly unknown[], Answer extends object>(
  taskOf: (...given: Given) => PictureTask,
) => {
  const queue = withTimeout(
    new Mutex(),
    LOGO_QUEUE_MS,
    new PicturesBusyError('too many pictures are waiting to be handled'),
  );
  return (...given: Given) => queue.runExclusive(() => runInProcess<Answer>(taskOf(...given)));
};

/**
 * Creates the function that re-encodes pictures, one at a time, each in a process of its own. It returns null for an unsupported format
 * without starting a process.
 */
export const createPictureProcessor = (): Redraw => {
  const redraw = inQueue<[Uint8Array], RedrawnPicture>((bytes) => ({ task: 'redraw', bytes }));
  return async (bytes) => (pictureKind(bytes) === null ? null : redraw(bytes));
};

/**
 * Creates the function that draws the icons of a re-encoded picture. The function returns null if they cannot be drawn, and rejects as
 * `Redraw` does. It has a separate queue, because visitors request icons and must not delay an upload.
 */
export const createIconDrawer = () => inQueue<[Uint8Array], LogoIcons>((bytes) => ({ task: 'icons', bytes }));

/**
 * Creates the function that draws the site's title and logo into the built-in picture of shared links. The function has its own queue, so that
 * it delays no upload. It returns null if the picture cannot be drawn, and rejects as `Redraw` does.
 */
export const createSharePictureDrawer = () =>
  inQueue<[Uint8Array, ShareMarks], Uint8Array>((bytes, marks) => ({ task: 'share', bytes, marks }));
