// Re-encodes one picture in a separate process: decoders are a common target of hostile files and rarely release memory.
import process from 'node:process';
import { pictureKind } from './picture-kind.ts';
import { redraw } from './redraw.ts';

/** Memory limit at which the logo process kills itself, and the interval of its check. */
const LOGO_MEMORY_MAX_BYTES = 400 * 1024 * 1024;
const LOGO_MEMORY_CHECK_MS = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > LOGO_MEMORY_MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOGO_MEMORY_CHECK_MS).unref();

process.once('message', async (given: Uint8Array) => {
  const bytes = Buffer.from(given);
  const kind = pictureKind(bytes);
  process.send?.(kind === null ? null : await redraw(bytes, kind), () => process.exit(0));
});
