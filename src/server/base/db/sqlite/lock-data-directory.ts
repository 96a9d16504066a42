import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFile, dataDirectoryError } from '../../config/data-directory.ts';
import { StartError } from '../../config/start-error.ts';
import { isSqliteBusy, isSqliteFault } from './sqlite-fault.ts';

const FILE_NAME = 'savelet.lock';

/** Converts an error of taking the lock to a StartError that the operator can act on. */
const lockError = (cause: unknown): StartError => {
  if (isSqliteBusy(cause))
    return new StartError(
      'Another Savelet server is running on this DATA_DIR. Stop it first, or give this one a DATA_DIR of its own. Several servers share a PostgreSQL database (DATABASE_URL).',
      { cause },
    );
  if (isSqliteFault(cause))
    return new StartError(
      `DATA_DIR: "${FILE_NAME}" in it cannot be used: ${cause.message}. Delete it; it holds nothing.`,
      { cause },
    );
  return dataDirectoryError(cause);
};

/**
 * Locks a data directory so that only one server uses it, and creates the directory if it is missing. The lock is an SQLite lock on a
 * separate file, which the operating system frees however the process ends. Of the commands, only `restore` takes the lock. Throws
 * StartError while another process holds it, or when the directory or the file cannot be used.
 */
export const lockDataDirectory = async (directory: string) => {
  const file = path.join(directory, FILE_NAME);
  let connection: DatabaseSync | null = null;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await createFile(file);
    connection = new DatabaseSync(file, { timeout: 0 });
    // Nothing is ever written here, and a kill would leave a journal on disk behind.
    connection.exec('pragma journal_mode = memory');
    connection.exec('begin exclusive');
    const held = connection;
    return {
      /** Releases the lock; a second call does nothing. */
      release(): void {
        if (held.isOpen) held.close();
      },
    };
  } catch (error) {
    connection?.close();
    throw lockError(error);
  }
};
