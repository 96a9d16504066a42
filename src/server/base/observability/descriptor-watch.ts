import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Logger } from './logger.ts';

const PROBE_EVERY_MS = 500;
const LOG_EVERY_MS = 60 * 1_000;

/** Returns whether a system call failed because the process (EMFILE) or the operating system (ENFILE) has no file descriptor left. */
export const isOutOfDescriptors = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && (fault.code === 'EMFILE' || fault.code === 'ENFILE');

const openSomething = (): void => closeSync(openSync(devNull, 'r'));

/**
 * Tries every half second whether the process can open a file, and logs an error at most once a minute while no descriptor is left. Without
 * this check the log would not name the shortage: Node closes new connections without an event, and requests fail because they cannot open
 * a file or a connection. `probe` opens and closes a file, and throws the system's error when it cannot. The timer does not keep the
 * process alive.
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
