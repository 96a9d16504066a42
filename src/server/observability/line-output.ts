import { fstatSync, writeSync } from 'node:fs';
import process from 'node:process';
import type { Writable } from 'node:stream';

/** A destination of whole lines of text. Writing never throws, never blocks for a reader and never ends the process. */
export interface LineOutput {
  write(text: string): void;
  /** Resolves once everything written is with the operating system, at the latest after `maxMs` milliseconds. */
  flush(maxMs: number): Promise<void>;
}

/** A reader that is this far behind has stopped reading; more would only fill the memory. */
const QUEUE_MAX_BYTES = 1024 * 1024;

const droppedLine = (count: number): string =>
  `${JSON.stringify({
    level: 40,
    time: new Date().toISOString(),
    dropped: count,
    msg: 'log lines were dropped: the reader of standard output is too slow',
  })}\n`;

/**
 * Creates an output over a pipe, socket or terminal. After an error, such as EPIPE when the reader has died, everything
 * written is discarded. Lines for a reader that does not read are dropped beyond `queueMaxBytes`, and counted.
 */
export const createStreamOutput = (stream: Writable, queueMaxBytes = QUEUE_MAX_BYTES): LineOutput => {
  let isBroken = false;
  let dropped = 0;
  // Without a listener the error would be an uncaught exception.
  stream.on('error', () => {
    isBroken = true;
  });
  return {
    write(text) {
      if (isBroken) return;
      if (stream.writableLength > queueMaxBytes) {
        dropped += 1;
        return;
      }
      if (dropped > 0) stream.write(droppedLine(dropped));
      dropped = 0;
      stream.write(text);
    },
    flush: (maxMs) =>
      new Promise((resolve) => {
        if (isBroken || stream.writableLength === 0) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, maxMs);
        stream.write('', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
};

/** Creates an output into an open file. A line that cannot be written, because the disk is full, is lost; later ones are tried anew. */
export const createFileOutput = (descriptor: number): LineOutput => ({
  write(text) {
    try {
      writeSync(descriptor, text);
    } catch {
      // Nowhere is left to report it.
    }
  },
  flush: () => Promise.resolve(),
});

const isFile = (descriptor: number): boolean => {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
};

let standard: LineOutput | null = null;

/** Gives the output for the process's standard output; the same one at every call. */
export const standardOutput = (): LineOutput => {
  standard ??= isFile(process.stdout.fd)
    ? createFileOutput(process.stdout.fd)
    : createStreamOutput(process.stdout);
  return standard;
};
