const started = Date.now();

let closed = false;
// The reader of our output may exit (`npm start | head`); that must not stop this process.
process.stdout.on('error', () => {
  closed = true;
});
process.stderr.on('error', () => undefined);

/** Returns whether standard output is closed. */
export const outputIsClosed = () => closed;

/** Prints one line of progress. */
export const say = (line) => console.log(`[savelet] ${line}`);

/** Formats the time since `since` (ms since 1970) in seconds: '3.2 s'. */
export const seconds = (since = started) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Error that the user can fix. Its message is the complete explanation and is printed without a stack trace. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
