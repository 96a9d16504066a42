import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Logger } from './logger.ts';

const PROBE_EVERY_MS = 500;
const LOG_EVERY_MS = 60 * 1_000;

/** Checks whether a call of the system failed because the process (EMFILE) or the machine (ENFILE) may open nothing more. */
export const isOutOfDescriptors = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && (fault.code === 'EMFILE' || fault.code === 'ENFILE');

const openSomething = (): void => closeSync(openSync(devNull, 'r'));

/**
 * Tries every half second whether the process can open a file, and logs an error at most once a minute while no descriptor is left. Nothing
 * else reports that: Node closes new connections without an event, and what a request needs (a file, a connection to a platform) fails far
 * from the log. `probe` opens and closes a file, and throws when it cannot.
 */
export const watchDescriptors = (log: Pick<Logger, 'error'>, probe = openSomething): void => {
  let loggedAt = Number.NEGATIVE_INFINITY;
  setInterval(() => {
    try {
      probe();
    } catch (fault) {
      if (!isOutOfDescriptors(fault) || performance.now() - loggedAt < LOG_EVERY_MS) return;
      loggedAt = performance.now();
      log.error(
        { code: (fault as NodeJS.ErrnoException).code },
        'no file descriptor is left: connections are closed and requests fail. Raise the limit of open files (LimitNOFILE, ulimit -n)',
      );
    }
  }, PROBE_EVERY_MS).unref();
};
