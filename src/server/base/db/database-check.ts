import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that the check of the database may take, because load balancers wait only a second. */
const CHECK_MAX_MS = 500;

/**
 * Creates a function that checks the database. Simultaneous calls share one ping. A call resolves within CHECK_MAX_MS: to null if the ping
 * succeeds, to its error, or to an Error if it takes longer. Never rejects.
 */
export const createDatabaseCheck = (pingDatabase: () => Promise<void>): (() => Promise<unknown>) => {
  let running: Promise<unknown> | null = null;
  return () => {
    running ??= pingDatabase()
      .then(
        () => null,
        (fault: unknown) => fault,
      )
      .finally(() => {
        running = null;
      });
    const late = new Error('the database did not answer in time');
    return Promise.race([running, pause(CHECK_MAX_MS, late, { ref: false })]);
  };
};
