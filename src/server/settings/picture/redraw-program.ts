// Handles one picture in a separate process: decoders are a common target of hostile files and rarely release memory.
import process from 'node:process';
import { pictureKind } from './picture-kind.ts';
import { drawIcons, redraw } from './redraw.ts';

/** Memory limit at which the logo process kills itself, and the interval of its check. */
const LOGO_MEMORY_MAX_BYTES = 400 * 1024 * 1024;
const LOGO_MEMORY_CHECK_MS = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > LOGO_MEMORY_MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOGO_MEMORY_CHECK_MS).unref();

/** What the process is to do with a picture. */
export interface PictureTask {
  /** `redraw` re-encodes an uploaded picture, `icons` draws the icons of a re-encoded one. */
  readonly task: 'redraw' | 'icons';
  readonly bytes: Uint8Array;
}

process.once('message', async ({ task, bytes: given }: PictureTask) => {
  const bytes = Buffer.from(given);
  const kind = pictureKind(bytes);
  const answer = kind === null ? null : task === 'icons' ? await drawIcons(bytes) : await redraw(bytes, kind);
  process.send?.(answer, () => process.exit(0));
});
