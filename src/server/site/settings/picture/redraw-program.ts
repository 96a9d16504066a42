// Handles one picture in a separate process: decoders are a common target of hostile files and rarely release memory.
import process from 'node:process';
import { pictureKind } from './picture-kind.ts';
import { drawIcons, drawSharePicture, redraw, type ShareMarks } from './redraw.ts';

/** Memory limit at which the logo process kills itself, and the interval of its check. */
const LOGO_MEMORY_MAX_BYTES = 400 * 1024 * 1024;
const LOGO_MEMORY_CHECK_MS = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > LOGO_MEMORY_MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOGO_MEMORY_CHECK_MS).unref();

/**
 * What the process is to do with a picture: `redraw` re-encodes an uploaded one, `icons` draws the icons of a re-encoded one, `share` draws
 * the site's title and logo into the picture of shared links.
 */
export type PictureTask =
  | { readonly task: 'redraw' | 'icons'; readonly bytes: Uint8Array }
  | { readonly task: 'share'; readonly bytes: Uint8Array; readonly marks: ShareMarks };

const handle = async (given: PictureTask): Promise<object | null> => {
  const bytes = Buffer.from(given.bytes);
  const kind = pictureKind(bytes);
  if (kind === null) return null;
  if (given.task === 'share') return drawSharePicture(bytes, given.marks);
  return given.task === 'icons' ? drawIcons(bytes) : redraw(bytes, kind);
};

process.once('message', async (task: PictureTask) => {
  const answer = await handle(task);
  process.send?.(answer, () => process.exit(0));
});
