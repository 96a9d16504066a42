import { renameSync, rmSync, statSync } from 'node:fs';
import type { Logger } from '../../observability/logger.ts';
import { DatabaseReplacedError } from '../database-fault.ts';
import { detectOverwrite } from './overwrite-detector.ts';

/** Detects changes to the files of an open database. */
export interface DatabaseFiles {
  /**
   * Throws DatabaseReplacedError while a file of the database is not the one that was opened, and permanently once the
   * main file was overwritten. Takes microseconds.
   */
  check(): void;
  /**
   * Checks only what matters for reading, which continues in files that were merely removed, because the open ones are
   * complete. Throws DatabaseReplacedError once the main file was overwritten.
   */
  checkContent(): void;
  /** Returns whether the main file was overwritten. It must not be written to afterwards. */
  isOverwritten(): boolean;
  /** Releases the files. Call this only after SQLite has closed its connections. */
  release(): void;
}

/**
 * Suffixes of the files of a database. The write-ahead log holds the latest commits, so it matters as much as the main
 * file.
 */
const SUFFIXES = ['', '-wal', '-shm'] as const;
/** Suffix that the write-ahead log of an overwritten file is renamed to. */
const ASIDE_SUFFIX = '-wal.replaced';

/**
 * Returns device and inode number of a file, or null when there is none. They stay the same when the file is written to
 * and differ for another file of the same name.
 */
const identityOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
};

/**
 * Moves the write-ahead log away from a main file that it does not belong to. The next start would otherwise apply it
 * to that file and make one corrupt database out of two.
 */
const moveLogAside = (file: string, log: Logger): void => {
  try {
    renameSync(`${file}-wal`, file + ASIDE_SUFFIX);
    rmSync(`${file}-shm`);
  } catch (err) {
    log.error({ err }, 'savelet.db-wal could not be renamed: remove it before the next start');
  }
};

/**
 * Creates a monitor of the files of an open database. SQLite continues to write to a file that was unlinked or
 * overwritten, and acknowledges every commit, but the next start would find none of it. Logs each change once, and its
 * end once.
 */
export const monitorDatabaseFiles = (file: string, log: Logger): DatabaseFiles => {
  const opened = SUFFIXES.map((suffix) => ({ name: file + suffix, identity: identityOf(file + suffix) }));
  const detector = detectOverwrite(file);
  let isReplaced = false;
  let isLogged = false;
  const isAsOpened = (): boolean => {
    try {
      return opened.every(({ name, identity }) => identityOf(name) === identity);
    } catch {
      // The folder is no longer accessible.
      return false;
    }
  };
  const isOverwritten = (): boolean => {
    const found = detector.isOverwritten();
    if (found && !isLogged) {
      isLogged = true;
      log.error(
        'the database file was overwritten under the running server: saves are refused until the server is restarted',
      );
      if (isAsOpened()) moveLogAside(file, log);
    }
    return found;
  };
  const checkContent = (): void => {
    if (isOverwritten()) throw new DatabaseReplacedError();
  };
  return {
    check() {
      checkContent();
      const asOpened = isAsOpened();
      if (!asOpened && !isReplaced)
        log.error(
          'the database file was removed or replaced under the running server: saves are refused until the server is restarted',
        );
      if (asOpened && isReplaced) log.warn('the database file is back: saves are accepted again');
      isReplaced = !asOpened;
      if (isReplaced) throw new DatabaseReplacedError();
    },
    checkContent,
    isOverwritten,
    release: detector.release,
  };
};
