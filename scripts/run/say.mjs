const started = Date.now();

let closed = false;
// The reader of our output may die (`npm start | head`); that is no reason to stop.
process.stdout.on('error', () => {
  closed = true;
});
process.stderr.on('error', () => undefined);

/** Tells whether nobody reads standard output any more. */
export const outputIsClosed = () => closed;

/** Prints one line of progress. */
export const say = (line) => console.log(`[savelet] ${line}`);

/** Seconds since `since` (milliseconds), as text: '3.2 s'. */
export const seconds = (since = started) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** A step that cannot go on for a reason the person at the keyboard can act on. Its message is the whole explanation. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
