import { setTimeout as pause } from 'node:timers/promises';
import { DATABASE_RETRY_MAX_MS, DATABASE_RETRY_MIN_MS } from '../database.ts';
import { DatabaseBusyError, DatabaseFullError, DatabaseReplacedError } from '../database-fault.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
/** SQLite could not enlarge the shared-memory file beside the database, for which the usual cause is a full disk. */
const SQLITE_IOERR_SHMSIZE = 4_874;
const SQLITE_READONLY_DBMOVED = 1_032;
/** The low byte of an extended result code is the primary code. */
const PRIMARY_CODE_MASK = 0xff;

const resultCodeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;

/** Returns whether an error comes from SQLite: it has an SQLite result code. */
export const isSqliteFault = (error: unknown): error is Error => resultCodeOf(error) !== 0;

/** Returns whether SQLite reports that another connection holds a lock. */
export const isSqliteBusy = (error: unknown): boolean =>
  (resultCodeOf(error) & PRIMARY_CODE_MASK) === SQLITE_BUSY;

/**
 * Converts SQLite's error for a full disk or a moved file to a DatabaseUnavailableError; returns other errors
 * unchanged.
 */
export const convertSqliteError = (error: unknown): unknown => {
  const code = resultCodeOf(error);
  if (code === SQLITE_READONLY_DBMOVED) return new DatabaseReplacedError({ cause: error });
  if ((code & PRIMARY_CODE_MASK) === SQLITE_FULL || code === SQLITE_IOERR_SHMSIZE)
    return new DatabaseFullError({ cause: error });
  return error;
};

/**
 * Calls `attempt`, and again while SQLite reports that the file is locked, with random pauses that grow; returns its result. The pauses
 * leave the event loop free, while SQLite's own busy timeout would block every running download. Throws DatabaseBusyError after `deadline`,
 * a `performance.now()` time, and every other error at once, converted by `convertSqliteError`.
 */
export const retryWhileBusy = async <T>(attempt: () => T, deadline: number): Promise<T> => {
  for (let longest = DATABASE_RETRY_MIN_MS; ; longest = Math.min(longest * 1.5, DATABASE_RETRY_MAX_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isSqliteBusy(error)) throw convertSqliteError(error);
      if (performance.now() >= deadline) throw new DatabaseBusyError({ cause: error });
    }
    // Random, so that two processes that wait for each other do not retry at the same moments forever.
    await pause(DATABASE_RETRY_MIN_MS + Math.random() * (longest - DATABASE_RETRY_MIN_MS));
  }
};
