import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dataDirectoryError } from '../../config/data-directory.ts';
import { StartError } from '../../config/start-error.ts';
import { createFile } from './create-file.ts';
import { isSqliteBusy, isSqliteFault } from './sqlite-fault.ts';

const FILE_NAME = 'savelet.lock';

export interface DataDirectoryLock {
  /** Frees the directory; a second call does nothing. */
  release(): void;
}

/** Turns a fault of taking the lock into one that the owner can act on. */
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
 * Makes this process the one server of a data directory. The lock is SQLite's on a file of its own, which the operating system
 * frees when the process ends in any way; commands that open the database do not ask for it. A primary process with workers takes
 * it once for all of them. Throws StartError while another server holds it, or when the file cannot be used.
 */
export const lockDataDirectory = async (directory: string): Promise<DataDirectoryLock> => {
  const file = path.join(directory, FILE_NAME);
  let connection: DatabaseSync | null = null;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await createFile(file);
    connection = new DatabaseSync(file, { timeout: 0 });
    // Nothing is ever written here, so a journal on disk would only be left behind by a kill.
    connection.exec('pragma journal_mode = memory');
    connection.exec('begin exclusive');
    const held = connection;
    return {
      release() {
        if (held.isOpen) held.close();
      },
    };
  } catch (error) {
    connection?.close();
    throw lockError(error);
  }
};
