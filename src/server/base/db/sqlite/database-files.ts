import { statSync } from 'node:fs';
import type { Logger } from '../../observability/logger.ts';
import { DatabaseReplacedError } from '../database-fault.ts';

/** Detects changes to the files of an open database. */
export interface DatabaseFileMonitor {
  /** Throws DatabaseReplacedError while a file of the database is not the one that was opened. Takes microseconds. */
  check(): void;
}

/** Suffixes of the files of a database. The write-ahead log holds the latest commits, so its file matters as much as the main file. */
const SUFFIXES = ['', '-wal', '-shm'] as const;

/**
 * Returns device and inode number of a file, or null when there is none. Both numbers stay the same when the file is written to, and differ
 * for another file of the same name.
 */
const identityOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
};

/**
 * Creates a monitor of the files of an open database. SQLite continues to write to a file that was unlinked, and acknowledges every commit,
 * but the next start would not find these commits: `check` is for writes. Reads need no check, because the open files are complete. `check`
 * logs once when a file is found removed or replaced, and once when the opened files are back.
 */
export const monitorDatabaseFiles = (file: string, log: Logger): DatabaseFileMonitor => {
  const opened = SUFFIXES.map((suffix) => ({ name: file + suffix, identity: identityOf(file + suffix) }));
  let isReplaced = false;
  const isAsOpened = (): boolean => {
    try {
      return opened.every(({ name, identity }) => identityOf(name) === identity);
    } catch {
      // The folder is no longer accessible.
      return false;
    }
  };
  return {
    check() {
      const asOpened = isAsOpened();
      if (!asOpened && !isReplaced)
        log.error(
          'the database file was removed or replaced under the running server: saves are refused until the server is restarted',
        );
      if (asOpened && isReplaced) log.warn('the database file is back: saves are accepted again');
      isReplaced = !asOpened;
      if (isReplaced) throw new DatabaseReplacedError();
    },
  };
};
