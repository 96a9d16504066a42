import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which other requests get a turn. They wait for this, and for one piece that cannot be divided. */
const TURN_MS = 5;

/** Work in pieces: each `yield` marks a place where it may be interrupted. */
export type Pieces<Result> = Generator<void, Result>;

/**
 * Does work piece by piece and lets the event loop turn whenever some milliseconds have passed. A page has up to three megabytes, so
 * without this, one page could stop all downloads of the server for a third of a second.
 */
export async function inTurns<Result>(pieces: Pieces<Result>): Promise<Result> {
  let started = performance.now();
  for (;;) {
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
    if (performance.now() - started > TURN_MS) {
      await nextTurn();
      started = performance.now();
    }
  }
}
