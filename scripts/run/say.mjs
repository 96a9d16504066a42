const started = Date.now();

let isClosed = false;
// The reader of our output may exit (`npm start | head`), which must not stop this process.
process.stdout.on('error', () => {
  isClosed = true;
});
process.stderr.on('error', () => undefined);

/** Returns whether standard output is closed. */
export const isOutputClosed = () => isClosed;

/** Prints one line of progress. */
export const say = (line) => console.log(`[savelet] ${line}`);

/** Formats the time since `startedAt` (ms since 1970; by default since the start of this process) in seconds: '3.2 s'. */
export const seconds = (startedAt = started) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

/** Error that the user can fix. Its message is printed without a stack trace; `exitCode` becomes the exit code of the command. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
