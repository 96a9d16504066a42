import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that the check of the database may take: load balancers wait a second. */
const CHECK_MAX_MS = 500;

/**
 * Creates a check of the database, of which one runs at a time. It resolves within CHECK_MAX_MS: to the fault, or to null while the
 * database works.
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
