import { fstatSync, writeSync } from 'node:fs';
import process from 'node:process';
import type { Writable } from 'node:stream';

/** Destination for whole lines of text. Writing never throws, never waits for a reader and never ends the process. */
export interface LineOutput {
  /** Writes text, which must end with a line break. */
  write(text: string): void;
  /** Resolves when all written text has reached the operating system, or after `maxMs` milliseconds at the latest. */
  flush(maxMs: number): Promise<void>;
}

/**
 * Maximum number of bytes that wait for the reader of the output. A reader this far behind has stopped reading, and more bytes would only
 * fill the memory.
 */
const QUEUE_MAX_BYTES = 1024 * 1024;

const droppedLine = (count: number): string =>
  `${JSON.stringify({
    level: 40,
    time: new Date().toISOString(),
    dropped: count,
    msg: 'log lines were dropped: the reader of standard output is too slow',
  })}\n`;

/**
 * Creates an output to a pipe, socket or terminal. After an error, such as EPIPE when the reader has died, it discards all text. While more
 * than `queueMaxBytes` bytes wait, it drops lines. Once fewer wait, it writes a line with the number of dropped lines (`dropped`) before
 * the next line.
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

/**
 * Creates an output to an open file. A line that cannot be written, for example because the disk is full, is lost; later lines are still
 * attempted.
 */
export const createFileOutput = (descriptor: number): LineOutput => ({
  write(text) {
    try {
      writeSync(descriptor, text);
    } catch {
      // There is no other place to report the error.
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

/** Returns the output for the standard output of the process, the same object on every call. */
export const standardOutput = (): LineOutput => {
  standard ??= isFile(process.stdout.fd)
    ? createFileOutput(process.stdout.fd)
    : createStreamOutput(process.stdout);
  return standard;
};
