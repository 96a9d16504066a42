import { statSync } from 'node:fs';
import type { Logger } from '../../observability/logger.ts';
import { DatabaseReplacedError } from '../database-fault.ts';

/** Guards the open database against a change of its files under the running server. */
export interface DatabaseFiles {
  /** Throws DatabaseReplacedError while a file of the database is not the one that was opened. Takes microseconds. */
  check(): void;
}

/** The write-ahead log holds what was committed last, so it counts as much as the file itself. */
const SUFFIXES = ['', '-wal', '-shm'] as const;

/** Device and inode number, which a file keeps when it is written to and loses when another takes its name. */
const identityOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
};

/**
 * Remembers which files an open database consists of. SQLite goes on writing to a file that has been unlinked, and acknowledges
 * every commit; the next start would find none of it. A change is logged once, and so is its end.
 */
export const watchDatabaseFiles = (file: string, log: Logger): DatabaseFiles => {
  const opened = SUFFIXES.flatMap((suffix) => {
    const name = file + suffix;
    const identity = identityOf(name);
    return identity === null ? [] : [{ name, identity }];
  });
  let replaced = false;
  const isAsOpened = (): boolean => {
    try {
      return opened.every(({ name, identity }) => identityOf(name) === identity);
    } catch {
      // The folder cannot be entered any more.
      return false;
    }
  };
  return {
    check() {
      const asOpened = isAsOpened();
      if (!asOpened && !replaced)
        log.error(
          'the database file was removed or replaced under the running server: saves are refused until the server is restarted',
        );
      if (asOpened && replaced) log.warn('the database file is back: saves are taken again');
      replaced = !asOpened;
      if (replaced) throw new DatabaseReplacedError();
    },
  };
};
