import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LOGO_PROCESS_MAX_MS, LOGO_QUEUE_MS } from '#shared/limits.ts';
import { createMutex } from '../../db/sqlite/mutex.ts';
import { pictureKind } from './picture-kind.ts';
import type { Redrawn } from './redraw.ts';

/** Draws a picture anew; null for what is not a picture we take. Throws when it could not be tried. */
export type Redraw = (bytes: Buffer) => Promise<Redrawn | null>;

const PROGRAM = fileURLToPath(new URL('redraw-program.ts', import.meta.url));

/** JavaScript's share of the memory; the decoder's own is watched by the program. */
const HEAP_MB = 48;

const isRedrawn = (answer: unknown): answer is Redrawn => typeof answer === 'object' && answer !== null;

/** One picture, one process, which lives no longer than the work may take and knows nothing of our environment. */
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
      // Killed for its time or memory, or by what it was decoding: of such a picture nothing more is to be known.
      if (answer !== undefined || signal !== null) resolve(answer ?? null);
      else reject(new Error(`the program that draws logos ended with ${String(code)}`));
    });
    child.send(bytes, () => undefined);
  });

/** Creates the processor: pictures are drawn one at a time, and what does not begin like one is no work for it. */
export const createPictureProcessor = (): Redraw => {
  const mutex = createMutex();
  return async (bytes) => {
    if (pictureKind(bytes) === null) return null;
    const unlock = await mutex.acquire(LOGO_QUEUE_MS);
    try {
      return await redrawInProcess(bytes);
    } finally {
      unlock();
    }
  };
};
