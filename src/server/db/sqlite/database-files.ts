import { renameSync, rmSync, statSync } from 'node:fs';
import type { Logger } from '../../observability/logger.ts';
import { DatabaseReplacedError } from '../database-fault.ts';
import { detectOverwrite } from './overwrite-detector.ts';

/** Guards the open database against a change of its files under the running server. */
export interface DatabaseFiles {
  /**
   * Throws DatabaseReplacedError while a file of the database is not the one that was opened, and for good once the main file was
   * overwritten. Takes microseconds.
   */
  check(): void;
  /** As `check` for reading, which goes on in files that were only removed: the open ones are whole. */
  checkContent(): void;
  /** Whether the main file was overwritten. It must not be written to then. */
  isOverwritten(): boolean;
  /** May be called only after SQLite has closed its connections. */
  release(): void;
}

/** The write-ahead log holds what was committed last, so it counts as much as the file itself. */
const SUFFIXES = ['', '-wal', '-shm'] as const;
/** Where the write-ahead log of an overwritten file is put. */
const ASIDE_SUFFIX = '-wal.replaced';

/** Device and inode number, which a file keeps when it is written to and loses when another takes its name. */
const identityOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
};

/**
 * Takes the write-ahead log away from a main file that it does not belong to. The next start would carry it into that file, and make
 * one broken database of two.
 */
const moveLogAside = (file: string, log: Logger): void => {
  try {
    renameSync(`${file}-wal`, file + ASIDE_SUFFIX);
    rmSync(`${file}-shm`);
  } catch (err) {
    log.error({ err }, 'savelet.db-wal could not be put aside: remove it before the next start');
  }
};

/**
 * Remembers which files an open database consists of. SQLite goes on writing to a file that has been unlinked or overwritten, and
 * acknowledges every commit; the next start would find none of it. A change is logged once, and so is its end.
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
      // The folder cannot be entered any more.
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
      if (asOpened && isReplaced) log.warn('the database file is back: saves are taken again');
      isReplaced = !asOpened;
      if (isReplaced) throw new DatabaseReplacedError();
    },
    checkContent,
    isOverwritten,
    release: detector.release,
  };
};
